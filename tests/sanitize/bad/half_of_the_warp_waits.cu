// `__syncwarp` orders the lanes of its mask.
__global__ void halves(int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp(t < 16 ? 0x0000ffff : 0xffff0000);
    out[t] = s[t ^ 8] + s[t ^ 16]; //~ ERROR[R0301]
}
int main() {
    int *out;
    cudaMalloc(&out, 32 * sizeof(int));
    halves<<<1, 32>>>(out);
    cudaDeviceSynchronize();
}
