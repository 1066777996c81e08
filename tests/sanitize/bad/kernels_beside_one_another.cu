// Two kernels that run at the same time: checks are of one at a time, and say so; what follows from that is not told.
#include <cstdio>
__global__ void waits(volatile int *flag, int *out) { while (*flag == 0) {} *out = *flag; } //~ ERROR[K0901] one kernel at a time is looked at
__global__ void sets(volatile int *flag) { *flag = 9; }
int main()
{
    int *flag, *out;
    cudaMalloc(&flag, sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    waits<<<1, 1, 0, s>>>(flag, out);
    sets<<<1, 1, 0, t>>>(flag);
    cudaEvent_t done;
    cudaEventCreate(&done);
    cudaEventRecord(done, t);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
