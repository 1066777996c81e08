// The pointer is chosen by data, its index fits only the larger one.
//@ runs: 3
#include <cstdio>
#include <cstdlib>
__global__ void k(int *small, int *large, int bit)
{
    int *p = (threadIdx.x >> bit & 1) ? small : large;
    p[threadIdx.x] = 1;
    for (int i = 0; i < 3; i++) { p[threadIdx.x + i] += i; p = p == small ? large : small; }
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *small, *large;
    cudaMalloc(&small, 64);
    cudaMalloc(&large, 160);
    int bitList[] = {0, 4, 7};
    int bit = bitList[run];
    k<<<1, 32>>>(small, large, bit);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
