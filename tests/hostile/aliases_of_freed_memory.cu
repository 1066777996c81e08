// A pointer that outlives two allocations at the same place.
#include <cstdio>
__global__ void k(int *x, int *old) { old[threadIdx.x] = 1; x[threadIdx.x] = old[threadIdx.x + 8]; }
int main()
{
    int *a, *b;
    cudaMalloc(&a, 128);
    int *old = a;
    cudaFree(a);
    cudaMalloc(&b, 128);
    k<<<1, 32>>>(b, old);
    k<<<1, 32>>>(b, b);
    cudaFree(b);
    k<<<1, 32>>>(old, b);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
