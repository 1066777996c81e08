// What a launch writes is read by `__ldg` behind a barrier.
__global__ void shift(int *values, int *out) {
    int i = threadIdx.x;
    values[i] = i;
    __syncthreads();
    out[i] = __ldg(&values[(i + 1) % 64]); //~ ERROR[R0703] read-only
    if (i == 0) out[64] = 1;
}
int main() {
    int *values, *out;
    cudaMalloc(&values, 64 * sizeof(int));
    cudaMalloc(&out, 65 * sizeof(int));
    shift<<<1, 64>>>(values, out);
    int h;
    cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(values);
    cudaFree(out);
}
