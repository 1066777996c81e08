// Each lane has a pointer into another window.
#include <cstdio>
__global__ void k(int *x)
{
    int *p = (int *)((unsigned long long)threadIdx.x << 43);
    x[threadIdx.x] = *p;
    *p = 7;
    atomicAdd(p, 1);
}
int main()
{
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    k<<<1, 32>>>(x);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
