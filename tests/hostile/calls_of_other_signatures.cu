// A function pointer cast to other parameters and results, chosen by lane.
//@ runs: 4
#include <cstdio>
#include <cstdlib>
__device__ __noinline__ float f(float a, double b, int *p) { return a + b + *p; }
__device__ __noinline__ int g(int a) { return a + 1; }
__device__ __noinline__ void h(int *p) { *p = 4; }
__global__ void k(int *x, int how)
{
    typedef int (*F)(int);
    F table[3] = {(F)(void *)f, g, (F)(void *)h};
    x[threadIdx.x] = table[(threadIdx.x + how) % 3](how);
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run < 3) { int how = run; k<<<1, 2>>>(x, how); }
    if (run == 3) k<<<1, 32>>>(x, 1);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
