// Streams, events, async copies, pinned and managed memory, device queries: what does not depend on time.
#include <stdio.h>
#include <stdlib.h>
#include <assert.h>
__global__ void inc(int *p, int n, int by) { int i = threadIdx.x + blockIdx.x * blockDim.x; if (i < n) p[i] += by; }
__global__ void fill(float *p, float v, size_t n) { size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; if (i < n) p[i] = v; }
int main()
{
    const int n = 1 << 12, streams = 4, part = n / streams;
    int *h, *d;
    cudaMallocHost(&h, n * sizeof(int)); cudaMalloc(&d, n * sizeof(int));
    for (int i = 0; i < n; i++) h[i] = i;
    cudaStream_t s[streams];
    for (int i = 0; i < streams; i++) cudaStreamCreate(&s[i]);
    cudaEvent_t start, stop; cudaEventCreate(&start); cudaEventCreate(&stop);
    cudaEventRecord(start, 0);
    for (int i = 0; i < streams; i++) {
        int off = i * part;
        cudaMemcpyAsync(d + off, h + off, part * sizeof(int), cudaMemcpyHostToDevice, s[i]);
        inc<<<(part + 127) / 128, 128, 0, s[i]>>>(d + off, part, i + 1);
        cudaMemcpyAsync(h + off, d + off, part * sizeof(int), cudaMemcpyDeviceToHost, s[i]);
    }
    for (int i = 0; i < streams; i++) cudaStreamSynchronize(s[i]);
    cudaEventRecord(stop, 0); cudaEventSynchronize(stop);
    float ms; cudaEventElapsedTime(&ms, start, stop); assert(ms >= 0);
    long sum = 0; for (int i = 0; i < n; i++) sum += h[i];
    printf("sum %ld query %d\n", sum, (int)cudaStreamQuery(s[0]));
    float *m; cudaMallocManaged(&m, 1000 * sizeof(float));
    fill<<<4, 256>>>(m, 2.5f, 1000); cudaDeviceSynchronize();
    float t = 0; for (int i = 0; i < 1000; i++) t += m[i]; printf("managed %.1f\n", t);
    int dev = -1, count = 0; cudaGetDevice(&dev); cudaGetDeviceCount(&count); cudaSetDevice(0);
    cudaDeviceProp prop; cudaGetDeviceProperties(&prop, 0);
    printf("%d %d %s %d.%d warp %d threads %d SMs %d\n", dev, count > 0, prop.name, prop.major, prop.minor, prop.warpSize, prop.maxThreadsPerBlock, prop.multiProcessorCount);
    inc<<<1, 2000>>>(d, n, 1);
    cudaError_t e = cudaGetLastError(); printf("%d %s | %s\n", e == cudaSuccess, cudaGetErrorName(cudaErrorMemoryAllocation), cudaGetErrorString(cudaErrorInvalidDevicePointer));
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    int *host_mapped, *dev_mapped; cudaHostAlloc(&host_mapped, 64 * 4, cudaHostAllocMapped); for (int i = 0; i < 64; i++) host_mapped[i] = i;
    cudaHostGetDevicePointer(&dev_mapped, host_mapped, 0);
    inc<<<1, 64>>>(dev_mapped, 64, 100); cudaDeviceSynchronize(); printf("mapped %d %d\n", host_mapped[0], host_mapped[63]);
    for (int i = 0; i < streams; i++) cudaStreamDestroy(s[i]);
    cudaEventDestroy(start); cudaEventDestroy(stop); cudaFreeHost(h); cudaFreeHost(host_mapped); cudaFree(d); cudaFree(m);
    return 0;
}
