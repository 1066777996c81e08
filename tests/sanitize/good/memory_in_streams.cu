// Memory of pools that streams hand on by events and waits.
#include <cstdio>
__global__ void fill(int *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = i; }
__global__ void twice(const int *x, int *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = 2 * x[i]; }
int main()
{
    cudaStream_t a, b;
    cudaStreamCreate(&a); cudaStreamCreate(&b);
    int *x, *y, h[256];
    cudaMalloc(&y, sizeof h);
    cudaEvent_t e, f; cudaEventCreate(&e); cudaEventCreate(&f);
    for (int round = 0; round < 3; round++) {
        cudaMallocAsync(&x, sizeof h, a);
        fill<<<1, 256, 0, a>>>(x, 256);
        cudaEventRecord(e, a); cudaStreamWaitEvent(b, e, 0);
        twice<<<1, 256, 0, b>>>(x, y, 256);
        cudaEventRecord(f, b); cudaStreamWaitEvent(a, f, 0);
        cudaFreeAsync(x, a);
    }
    int *z;
    cudaMallocAsync(&z, sizeof h, a);
    cudaStreamSynchronize(a);
    fill<<<1, 256, 0, b>>>(z, 256);
    cudaStreamSynchronize(b);
    cudaFreeAsync(z, a);
    cudaMallocAsync(&z, sizeof h, a);
    cudaFreeAsync(z, a);
    cudaStreamSynchronize(b); cudaStreamSynchronize(a);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    cudaFree(y); cudaStreamDestroy(a); cudaStreamDestroy(b); cudaEventDestroy(e); cudaEventDestroy(f);
}
