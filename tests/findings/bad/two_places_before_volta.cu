// Two halves of a warp meet in one shuffle at two places of the program: not before compute capability 7.0.
//@ args: --device p100
#include <cstdio>
__global__ void k(int *c)
{
    int tid = threadIdx.x, swapped;
    if (tid < 16) swapped = __shfl_xor_sync(0xffffffff, tid, 16); //~ ERROR[R0202] __shfl_xor_sync | since compute capability 7.0
    else swapped = __shfl_xor_sync(0xffffffff, tid, 16); //~ NOTE wait here
    c[tid] = swapped;
}
__global__ void w(int *c)
{
    if (threadIdx.x < 16) __syncwarp(); //~ ERROR[R0202] __syncwarp | since compute capability 7.0
    else __syncwarp(); //~ NOTE wait here
    c[threadIdx.x] = 1;
}
int main()
{
    int *d, h[32];
    cudaMalloc(&d, sizeof h);
    k<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[16]);
    w<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
}
