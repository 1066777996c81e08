// Lanes out of range, negative, huge; widths that are no power of two, 0, 64.
#include <cstdio>
__global__ void k(int *x, int lane, int width)
{
    int v = threadIdx.x * 3;
    x[threadIdx.x] = __shfl_sync(0xffffffffu, v, lane + (int)threadIdx.x, width) + __shfl_up_sync(0xffffffffu, v, lane, width)
        + __shfl_down_sync(0xffffffffu, v, lane, width) + __shfl_xor_sync(0xffffffffu, v, lane, width);
}
int main()
{
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    int h[32];
    for (int lane : {0, 31, 32, -1, 1000, -2147483647 - 1})
    for (int width : {32, 16, 1, 3, 0, 64, -5}) {
    k<<<1, 32>>>(x, lane, width);
    cudaMemcpy(h, x, 128, cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (int i = 0; i < 32; i++) sum = sum * 31 + h[i];
    printf("%d %d %u\n", lane, width, sum);
    }
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
