// Gathers and scatters through pointers that each lane made up from a hash.
//@ runs: 5
#include <cstdio>
#include <cstdlib>
__device__ unsigned long long hash(unsigned long long v) { v ^= v >> 33; v *= 0xff51afd7ed558ccdull; v ^= v >> 33; v *= 0xc4ceb9fe1a85ec53ull; return v ^ v >> 33; }
__global__ void k(int *x, int shift)
{
    unsigned long long h = hash(threadIdx.x + 1);
    int *p = (int *)((unsigned long long)x + (h >> shift & ~3ull));
    int v = *p;
    *p = v + 1;
    for (int i = 0; i < 10; i++) { p += h >> (shift + i); *p = i; }
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    int shiftList[] = {0, 20, 40, 57, 60};
    int shift = shiftList[run];
    k<<<1, 32>>>(x, shift);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
