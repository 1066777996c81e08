// A pointer that the kernel wrote to memory, changed there as a number, and loaded again.
#include <cstdio>
__global__ void k(int **table, int *x)
{
    table[threadIdx.x] = x + threadIdx.x;
    ((unsigned *)table)[2 * threadIdx.x + 1] ^= threadIdx.x << 8;
    *table[threadIdx.x] = 5;
    x[threadIdx.x] += *table[31 - threadIdx.x];
}
int main()
{
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    int **table;
    cudaMalloc(&table, 32 * sizeof(int *));
    k<<<1, 32>>>(table, x);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
