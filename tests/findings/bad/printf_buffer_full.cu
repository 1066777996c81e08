// The buffer is circular: the first lines are lost.
#include <cstdio>
__global__ void all()
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    printf("%d\n", i);
}
int main()
{
    cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1);
    size_t bytes;
    cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize);
    all<<<64, 64>>>(); //~ WARNING[R0509] the kernel `all` prints more than the buffer for `printf` holds | the buffer has 524288 bytes, where the last 2048 calls are
    cudaDeviceSynchronize();
    printf("%zu\n", bytes);
}
