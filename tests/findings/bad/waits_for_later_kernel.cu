// expect: the launch makes no progress: it waits for what a later kernel writes in another stream, and kernels run one after the other here
#include <cstdio>
__global__ void waits(volatile int *flag, int *out) { while (*flag == 0) {} *out = *flag; } //~ ERROR[R0401] progress
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
    cudaDeviceSynchronize();
    cudaFree(flag);
    cudaFree(out);
    return 0;
}
