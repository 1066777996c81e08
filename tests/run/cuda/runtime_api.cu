// Devices, properties, events, streams, copies of several kinds, errors that stick and errors that do not.
#include <cstdio>
#include <cstring>
__global__ void add(int *p, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] += v; }
int main() {
    int count, device;
    cudaGetDeviceCount(&count);
    cudaGetDevice(&device);
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    printf("%d %d %d.%d %d %d %zu\n", count, device, prop.major, prop.minor, prop.warpSize, prop.maxThreadsPerBlock, prop.sharedMemPerBlock);
    int h[64] = {0}, *d, *e;
    cudaMalloc((void **)&d, sizeof h);
    cudaMalloc((void **)&e, sizeof h);
    cudaStream_t s;
    cudaEvent_t start, stop;
    cudaStreamCreate(&s);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start, s);
    cudaMemcpyAsync(d, h, sizeof h, cudaMemcpyHostToDevice, s);
    add<<<2, 32, 0, s>>>(d, 60, 3);
    cudaMemcpyAsync(e, d, sizeof h, cudaMemcpyDeviceToDevice, s);
    cudaEventRecord(stop, s);
    cudaEventSynchronize(stop);
    float ms = -1;
    cudaEventElapsedTime(&ms, start, stop);
    cudaMemcpy(h, e, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[59], h[60]);
    printf("%s\n", ms >= 0 ? "timed" : "no time");
    printf("%s\n", cudaGetErrorName(cudaMalloc((void **)&d, (size_t)1 << 60)));
    printf("%s, ", cudaGetErrorString(cudaGetLastError()));
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    add<<<1, 2048>>>(d, 1, 1);
    printf("%d\n", cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
    cudaGetLastError();
    printf("%s\n", cudaGetErrorName(cudaMemcpy(h, e, sizeof h, (cudaMemcpyKind)9)));
    int *pitched;
    size_t pitch;
    cudaMallocPitch((void **)&pitched, &pitch, 10 * sizeof(int), 4);
    int rows[4][10];
    memset(rows, 1, sizeof rows);
    cudaMemcpy2D(pitched, pitch, rows, 40, 40, 4, cudaMemcpyHostToDevice);
    memset(rows, 0, sizeof rows);
    cudaMemcpy2D(rows, 40, pitched, pitch, 40, 4, cudaMemcpyDeviceToHost);
    printf("%x %d\n", rows[3][9], pitch >= 40 && pitch % 32 == 0);
    cudaEventDestroy(start); cudaEventDestroy(stop); cudaStreamDestroy(s);
    cudaFree(e); cudaFree(pitched);
    printf("%s\n", cudaGetErrorString(cudaDeviceReset()));
}
