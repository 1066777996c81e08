// Atomics of every width at wild, misaligned and read-only addresses.
//@ runs: 9
#include <cstdio>
#include <cstdlib>
__constant__ int c[4];
__global__ void k(char *x, long long offset)
{
    char *p = x + offset * (long long)threadIdx.x;
    atomicAdd((int *)p, 1);
    atomicAdd((unsigned long long *)p, 1ull);
    atomicAdd((float *)p, 1.0f);
    atomicAdd((double *)p, 1.0);
    atomicCAS((unsigned short *)p, (unsigned short)0, (unsigned short)1);
    atomicCAS((unsigned long long *)p, 0ull, 5ull);
    atomicExch((int *)p, 3);
    atomicMin((int *)p, -3);
    atomicInc((unsigned *)p, 7u);
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    char *x;
    cudaMalloc(&x, 64);
    cudaMemset(x, 0, 64);
    long long offsetList[] = {8ll, 4ll, 2ll, 1ll, -8ll, 1ll << 59, 1ll << 62};
    if (run < 7) { long long offset = offsetList[run]; k<<<1, 32>>>(x, offset); }
    if (run == 7) k<<<1, 1>>>((char *)0, 8);
    void *symbol;
    cudaGetSymbolAddress(&symbol, c);
    if (run == 8) k<<<1, 1>>>((char *)symbol, 8);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
