// Barriers that part of the block reaches, at two places and after an exit.
//@ runs: 4
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, int how)
{
    if (how == 0 && threadIdx.x < 16) __syncthreads();
    if (how == 1) { if (threadIdx.x & 1) __syncthreads(); else __syncthreads(); }
    if (how == 2) { if (threadIdx.x == 40) return; __syncthreads(); }
    if (how == 3) for (int i = 0; i < (int)threadIdx.x; i++) __syncthreads();
    x[threadIdx.x % 32] = how;
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    int how = run;
    k<<<1, 64>>>(x, how);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
