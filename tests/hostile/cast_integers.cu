// Integers as pointers: near null, the ends of the address space, the sign bit, between the windows.
//@ runs: 11
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, unsigned long long p)
{
    x[threadIdx.x] = *(int *)p;
    *(int *)(p + 4 * threadIdx.x) = 1;
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    unsigned long long wild[] = {0, 4, 0xfffc, 0x7fffffffffffffffull & ~3ull, 1ull << 63, ~3ull, 1ull << 47, 0x00007ffffffffffcull, 0xffff800000000000ull, 0x640000000000ull, 0x300000000000ull};
    unsigned long long p = wild[run];
    k<<<1, 32>>>(x, p);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
