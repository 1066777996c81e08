// Grids that kernels launch run beside one another, but for those that one block launches into one stream.
#include <cstdio>
__global__ void set(int *x, int value) { x[threadIdx.x] = value; } //~ ERROR[R0303] `set<<<1, 32>>>` writes bytes 0 to 127 of 128 bytes that `set<<<1, 32>>>`, launched beside it, writes | cudaStreamTailLaunch
__global__ void sum(const int *x, int *y)
{
    int s = 0;
    for (int i = 0; i < 32; i++) s += x[i]; //~ ERROR[R0303] `sum<<<1, 1>>>` reads bytes 0 to 127 of 128 bytes that `fill<<<1, 32>>>`, launched beside it, writes
    *y = s;
}
__global__ void fill(int *x) { x[threadIdx.x] = 1; }
__global__ void two_streams(int *x)
{
    set<<<1, 32, 0, cudaStreamFireAndForget>>>(x, 1);
    set<<<1, 32>>>(x, 2);
}
__global__ void two_blocks(int *x, int *y)
{
    if (blockIdx.x == 0) fill<<<1, 32>>>(x);
    else sum<<<1, 1>>>(x, y);
}
int main()
{
    int *x, *y, *z, h;
    cudaMalloc(&x, 128);
    cudaMalloc(&y, 4);
    cudaMalloc(&z, 128);
    cudaMemset(x, 0, 128);
    two_streams<<<1, 1>>>(z);
    two_blocks<<<2, 1>>>(x, y);
    cudaMemcpy(&h, y, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaMemcpy(&h, z, 4, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    cudaFree(z);
}
