// Printing is using.
#include <cstdio>
__global__ void show(const int *x)
{
    if (threadIdx.x == 0) printf("%d\n", x[3]); //~ ERROR[R0601] reads `x[3]`, to which nothing was written
}
int main()
{
    int *x;
    cudaMalloc(&x, 64);
    show<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
