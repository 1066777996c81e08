// A child reads what its parent wrote before a barrier; a grid in the stream of tails comes after both.
#include <cstdio>
__global__ void child(const int *x, int *y) { y[threadIdx.x] = x[threadIdx.x] * 2; }
__global__ void tail(const int *y, int *z) { z[threadIdx.x] = y[63 - threadIdx.x]; }
__global__ void parent(int *x, int *y, int *z)
{
    x[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        child<<<1, 64>>>(x, y);
        tail<<<1, 64, 0, cudaStreamTailLaunch>>>(y, z);
    }
    z[64 + threadIdx.x] = x[threadIdx.x];
}
int main()
{
    int *x, *y, *z, h[128];
    cudaMalloc(&x, 256); cudaMalloc(&y, 256); cudaMalloc(&z, 512);
    parent<<<1, 64>>>(x, y, z);
    cudaMemcpy(h, z, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[3], h[67]);
    cudaFree(x); cudaFree(y); cudaFree(z);
}
