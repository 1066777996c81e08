// A frame larger than a thread's local memory.
#include <cstdio>
__global__ void k(int *x, int n)
{
    int a[200000];
    a[n] = 1;
    x[0] = a[n + 1];
}
int main()
{
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    k<<<1, 1>>>(x, 3);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
