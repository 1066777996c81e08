// Two warps fill, two warps read: they meet at barriers of different numbers.
#include <cstdio>
__device__ __forceinline__ void meet(int number, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory"); }
__global__ void halves(const int *in, int *out)
{
    __shared__ int box[64];
    if (threadIdx.x < 64) {
        box[threadIdx.x] = in[threadIdx.x] * 2;
        meet(1, 64);
    } else {
        meet(2, 64);
        out[threadIdx.x - 64] = box[127 - threadIdx.x]; //~ ERROR[R0301] nothing orders the two | barrier 1 at line 9 and barrier 2 at line 11
    }
}
int main()
{
    int h[64], *in, *out;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    halves<<<1, 128>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(in);
    cudaFree(out);
}
