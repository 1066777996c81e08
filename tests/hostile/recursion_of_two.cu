// Two functions call each other from divergent lanes.
//@ runs: 2
#include <cstdio>
#include <cstdlib>
__device__ int odd(unsigned n);
__device__ __noinline__ int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
__device__ __noinline__ int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
__global__ void k(int *x, unsigned n) { x[threadIdx.x] = threadIdx.x % 3 ? even(n * threadIdx.x) : odd(threadIdx.x); }
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run == 0) k<<<1, 32>>>(x, 100);
    if (run == 1) k<<<1, 32>>>(x, 1u << 31);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
