// `cudaMallocAsync` and `cudaFreeAsync` happen in their stream: another one has the memory after the first and before the second.
__global__ void fill(int *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = i; } //~ ERROR[R0303] `fill<<<1, 256>>>` writes bytes 0 to 1023 of 1024 bytes that `cudaMallocAsync` allocates
__global__ void twice(const int *x, int *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = 2 * x[i]; } //~ NOTE reads it here
int main() {
    cudaStream_t a, b;
    cudaEvent_t filled;
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaEventCreate(&filled);
    int *x, *y, h[256];
    cudaMalloc(&y, sizeof h);
    cudaMallocAsync(&x, sizeof h, a);
    fill<<<1, 256, 0, a>>>(x, 256);
    cudaEventRecord(filled, a);
    cudaStreamWaitEvent(b, filled, 0);
    twice<<<1, 256, 0, b>>>(x, y, 256);
    cudaFreeAsync(x, a); //~ ERROR[R0303] `cudaFreeAsync` frees bytes 0 to 1023 of 1024 bytes that `twice<<<1, 256>>>` reads
    cudaDeviceSynchronize();
    cudaMallocAsync(&x, sizeof h, a);
    fill<<<1, 256, 0, b>>>(x, 256);
    cudaMemcpyAsync(h, x, sizeof h, cudaMemcpyDeviceToHost, b);
    cudaFreeAsync(x, b);
    cudaDeviceSynchronize();
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(y);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaEventDestroy(filled);
}
