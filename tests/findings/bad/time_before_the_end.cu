// The time between two events is asked for before the second one has happened.
//@ stdout: -1
#include <cstdio>
__global__ void k(int *p)
{
    *p = 1;
}
int main()
{
    int *d;
    cudaMalloc(&d, sizeof(int));
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    k<<<1, 1>>>(d);
    cudaEventRecord(stop);
    float ms = -1;
    cudaEventElapsedTime(&ms, start, stop); //~ ERROR[R0505] `cudaEventElapsedTime` gives no time: the end event has not happened yet
    printf("%g\n", ms);
    cudaFree(d);
}
