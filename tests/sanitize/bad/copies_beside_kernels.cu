// Copies that a kernel asks for run beside it, and beside what it launches into other streams.
#include <cstdio>
__global__ void set(int *x, int value) { x[threadIdx.x] = value; }
__global__ void takes_back_the_source(int *x, int *y)
{
    x[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) cudaMemcpyAsync(y, x, 128, cudaMemcpyDeviceToDevice); //~ ERROR[R0303] `cudaMemcpyAsync` reads bytes 0 to 127 of 128 bytes that `takes_back_the_source<<<1, 32>>>`, which launches it, writes
    x[threadIdx.x] = 0;
}
__global__ void other_stream(int *x, int *y)
{
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    set<<<1, 32>>>(x, 5);
    cudaMemcpyAsync(y, x, 128, cudaMemcpyDeviceToDevice, stream); //~ ERROR[R0303] `cudaMemcpyAsync` reads bytes 0 to 127 of 128 bytes that `set<<<1, 32>>>`, launched beside it, writes
    cudaStreamDestroy(stream);
}
int main()
{
    int *x, *y, h[32];
    cudaMalloc(&x, 128);
    cudaMalloc(&y, 128);
    takes_back_the_source<<<1, 32>>>(x, y);
    cudaMemcpy(h, y, 128, cudaMemcpyDeviceToHost);
    printf("%d\n", h[1]);
    cudaMemset(x, 0, 128);
    other_stream<<<1, 1>>>(x, y);
    cudaMemcpy(h, y, 128, cudaMemcpyDeviceToHost);
    printf("%d\n", h[1]);
    cudaFree(x);
    cudaFree(y);
}
