// Takes memory until there is none; the heap of a device has 8 MB.
//@ args: --fuel 10000000
#include <cstdio>
__global__ void k(int *x)
{
    int count = 0;
    while (char *p = (char *)malloc(1 << 16)) { p[0] = 1; count++; }
    x[threadIdx.x] = count;
    x[threadIdx.x] += malloc(1ull << 62) != nullptr;
    x[threadIdx.x] += malloc(~0ull) != nullptr;
}
int main()
{
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    k<<<1, 32>>>(x);
    int h[32], sum = 0;
    cudaMemcpy(h, x, 128, cudaMemcpyDeviceToHost);
    for (int count : h) sum += count;
    printf("%s\n", sum > 64 && sum <= 128 ? "bounded" : "not bounded");
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
