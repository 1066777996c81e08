// Limits of the device: which may be set when, and what a launch fixes until the device is reset.
#include <cstdio>
#include <cstdlib>
#define SHOW(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)
__global__ void silent(int *p) { if (p) *p = 1; }
__device__ void say(int n) { printf("said %d\n", n); }
__global__ void prints_if(int n) { if (n) say(n); }
__global__ void allocates_if(int **p, int n) { if (n) *p = new int[n]; }
__global__ void frees_if(int *p) { if (p) free(p); }
static void get(cudaLimit limit)
{
    size_t value = 0;
    cudaError_t error = cudaDeviceGetLimit(&value, limit);
    printf("limit %d is %zu (%s)\n", (int)limit, value, cudaGetErrorName(error));
}
int main()
{
    silent<<<1, 1>>>(nullptr);
    SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 22));
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 25));
    // What counts is what the kernel may do.
    prints_if<<<1, 1>>>(0);
    SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 23));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 22));
    get(cudaLimitPrintfFifoSize);
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 24));
    get(cudaLimitMallocHeapSize);
    allocates_if<<<1, 1>>>(nullptr, 0);
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 26));
    get(cudaLimitMallocHeapSize);
    // These can be set at any time.
    SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 2048));
    SHOW(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 99));
    SHOW(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 32));
    SHOW(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 1 << 30));
    // No such limits.
    SHOW(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 1));
    SHOW(cudaDeviceSetLimit((cudaLimit)99, 5));
    SHOW(cudaDeviceSetLimit((cudaLimit)-1, 0));
    SHOW(cudaDeviceReset());
    SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 23));
    get(cudaLimitPrintfFifoSize);
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 26));
    get(cudaLimitMallocHeapSize);
    frees_if<<<1, 1>>>(nullptr);
    SHOW(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 26));
    SHOW(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 22));
    prints_if<<<1, 1>>>(7);
    SHOW(cudaDeviceSynchronize());
}
