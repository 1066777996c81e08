// expect: memory for floats is used for doubles
#include <cstdio>
__global__ void k(double *a, int n)
{
    int i = threadIdx.x;
    if (i < n) a[i] = i; //~ ERROR[R0101] element 32 of 32 doubles | `n` is 64, and the allocation has 256 bytes, 4 for each: a `double` has 8 | happened 32 times
}
int main()
{
    int n = 64;
    double *d;
    cudaMalloc((void **)&d, n * sizeof(float));
    k<<<1, 64>>>(d, n);
    cudaDeviceSynchronize();
}
