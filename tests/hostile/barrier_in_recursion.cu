// A barrier inside a function that calls itself a different number of times in each warp.
#include <cstdio>
__device__ __noinline__ void down(int n) { if (n > 0) { __syncthreads(); down(n - 1); } }
__global__ void k(int *x) { down(threadIdx.x / 32 + 1); x[threadIdx.x % 32] = 1; }
int main()
{
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    k<<<1, 96>>>(x);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
