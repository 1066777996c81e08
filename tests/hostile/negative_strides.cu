// Downwards past the start, with a stride known to the compiler and one that is not.
//@ runs: 3
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, int step)
{
    x[31 - 2 * (int)threadIdx.x] = 1;
    x[(int)threadIdx.x * step + 31] = 2;
    int *end = x + 32;
    end[-2 * (int)threadIdx.x - 1] = 3;
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run == 0) k<<<1, 32>>>(x, -1);
    if (run == 1) k<<<1, 32>>>(x, -3);
    if (run == 2) k<<<1, 32>>>(x, -67108865);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
