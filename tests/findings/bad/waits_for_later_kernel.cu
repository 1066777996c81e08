// expect: the launch makes no progress: it waits for what a later kernel of its own stream writes, which begins when it has ended
#include <cstdio>
__global__ void waits(volatile int *flag, int *out) { while (*flag == 0) {} *out = *flag; } //~ ERROR[R0401] progress
__global__ void sets(volatile int *flag) { *flag = 9; }
int main()
{
    int *flag, *out;
    cudaMalloc(&flag, sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(flag, 0, sizeof(int));
    cudaStream_t s;
    cudaStreamCreate(&s);
    waits<<<1, 1, 0, s>>>(flag, out);
    sets<<<1, 1, 0, s>>>(flag);
    cudaStreamSynchronize(s);
    cudaFree(flag);
    cudaFree(out);
    return 0;
}
