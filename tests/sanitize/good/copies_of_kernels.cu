// Copies and fills in kernels that something orders: their stream, a barrier ahead of them, the tail.
//@ stdout: 5 5
//@ stdout: 31 0
//@ stdout: 7 0
#include <cstdio>
__global__ void set(int *x, int value) { x[threadIdx.x] = value; }
__global__ void in_order(int *x, int *y)
{
    set<<<1, 32>>>(x, 5);
    cudaMemcpyAsync(y, x, 128, cudaMemcpyDeviceToDevice);
    cudaMemsetAsync(x, 0, 128);
}
__global__ void behind_a_barrier(int *x, int *y)
{
    x[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) cudaMemcpyAsync(y, x, 128, cudaMemcpyDeviceToDevice);
}
__global__ void at_the_end(int *x, int *y)
{
    if (threadIdx.x == 0) {
        cudaMemcpyAsync(y, x, 4, cudaMemcpyDeviceToDevice, cudaStreamTailLaunch);
        cudaMemsetAsync(y + 31, 0, 4, cudaStreamTailLaunch);
    }
    x[threadIdx.x] = 7;
}
int main()
{
    int *x, *y, h[32];
    cudaMalloc(&x, 128);
    cudaMalloc(&y, 128);
    in_order<<<1, 1>>>(x, y);
    cudaMemcpy(h, y, 128, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[31]);
    behind_a_barrier<<<1, 32>>>(x, y);
    cudaMemcpy(h, y, 128, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[31], h[0]);
    at_the_end<<<1, 32>>>(x, y);
    cudaMemcpy(h, y, 128, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[31]);
    cudaFree(x);
    cudaFree(y);
}
