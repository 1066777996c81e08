// Recursion without an end, and one that ends too late.
//@ runs: 3
#include <cstdio>
#include <cstdlib>
__device__ __noinline__ int down(int n, int *x)
{
    int frame[20];
    for (int i = 0; i < 20; i++) frame[i] = n + i;
    int below = n == 0 ? 0 : down(n - 1, x);
    return below + frame[n % 20];
}
__global__ void k(int *x, int n) { x[threadIdx.x] = down(n + (int)threadIdx.x, x); }
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run == 0) k<<<1, 32>>>(x, 10);
    if (run == 1) k<<<1, 32>>>(x, 100000000);
    if (run == 2) k<<<1, 32>>>(x, -1);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
