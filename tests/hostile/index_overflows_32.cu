// Indices that overflow in 32 bits, signed and unsigned, and come back inside or not.
//@ runs: 3
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, int big, unsigned ubig)
{
    int i = threadIdx.x;
    x[i * big] = 1;
    x[ubig * i] = 2;
    x[(unsigned)(i - 16)] = 3;
    x[i + big] = 4;
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run == 0) k<<<1, 32>>>(x, 0x40000000, 0x40000000u);
    if (run == 1) k<<<1, 32>>>(x, 0x7fffffff, 0xffffffffu);
    if (run == 2) k<<<1, 32>>>(x, -2147483647 - 1, 0x80000001u);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
