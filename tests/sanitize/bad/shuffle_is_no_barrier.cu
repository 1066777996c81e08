// A shuffle exchanges registers; memory is not ordered by it.
__global__ void neighbours(int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    int left = __shfl_up_sync(~0u, t, 1);
    out[t] = left + s[31 - t]; //~ ERROR[R0301] __syncwarp
}
int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    neighbours<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
