// The threads that fail end, the others go on, past the barrier too; what the dead ones leave undone is no mistake of its own.
//@ stdout: block 0 is done
//@ stdout: block 1 is done
//@ stdout: device-side assert triggered
#include <cassert>
#include <cstdio>
__global__ void check(int *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(i < n); //~ ERROR[R0406] assertion `i < n` failed in thread (61,0,0) of block (1,0,0) | this happened 3 times
    __syncthreads();
    p[i * 1000] = i;
    if (threadIdx.x == 0) printf("block %d is done\n", blockIdx.x);
}
int main()
{
    int *d;
    cudaMalloc(&d, 127 * 1000 * sizeof(int));
    check<<<2, 64>>>(d, 125);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(d);
}
