// A barrier of all blocks, made by hand.
#include <cstdio>
__device__ unsigned arrived; __device__ volatile unsigned generation;
__device__ void everybody()
{
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned mine = generation;
        __threadfence();
        if (atomicAdd(&arrived, 1) == gridDim.x - 1) { arrived = 0; __threadfence(); generation = mine + 1; }
        else while (generation == mine) { }
        __threadfence();
    }
    __syncthreads();
}
__global__ void two_steps(int *x, int *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    x[i] = i;
    everybody();
    y[i] = x[n - 1 - i];
    everybody();
    x[i] = y[(i + 40) % n];
}
int main()
{
    int h[128], *x, *y;
    cudaMalloc(&x, sizeof h); cudaMalloc(&y, sizeof h);
    two_steps<<<4, 32>>>(x, y);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(x); cudaFree(y);
}
