// Calls through numbers: null, data, the middle of the code, a host function, another signature.
//@ runs: 10
#include <cstdio>
#include <cstdlib>
__device__ int twice(int a) { return 2 * a; }
__device__ int (*chosen)(int) = twice;
__global__ void k(int *x, unsigned long long f, int how)
{
    int (*g)(int) = how == 0 ? (int (*)(int))f : (int (*)(int))((unsigned long long)chosen + f);
    x[threadIdx.x] = g(threadIdx.x);
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run == 0) k<<<1, 32>>>(x, 0, 1);
    unsigned long long numbers[] = {0ull, 1ull, 0x580000000000ull, 0x500000000000ull, ~0ull, (unsigned long long)x};
    if (run >= 1 && run < 7) { unsigned long long f = numbers[run - 1]; k<<<1, 32>>>(x, f, 0); }
    unsigned long long offsets[] = {1ull, 8ull, 1ull << 40};
    if (run >= 7 && run < 10) { unsigned long long f = offsets[run - 7]; k<<<1, 32>>>(x, f, 1); }
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
