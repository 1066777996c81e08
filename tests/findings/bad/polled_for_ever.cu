// expect: the launch makes no progress: the host asks whether a kernel is over that waits for the host
#include <cstdio>
__global__ void waits(volatile int *flag, int *out) { while (*flag == 0) {} *out = 42; } //~ ERROR[R0401] progress
int main()
{
    int *flag, *out;
    cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
    cudaHostAlloc(&out, sizeof(int), cudaHostAllocMapped);
    *flag = 0;
    waits<<<1, 1>>>(flag, out);
    while (cudaStreamQuery(0) == cudaErrorNotReady) {}
    *(volatile int *)flag = 1;
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFreeHost(flag);
    cudaFreeHost(out);
    return 0;
}
