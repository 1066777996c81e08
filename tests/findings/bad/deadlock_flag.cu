// expect: the launch makes no progress: thread 0 waits for a flag that only a later thread of the same block, held at a barrier, would set
#include <cstdio>
__global__ void k(volatile int *flag) {
    if (threadIdx.x == 0) while (*flag == 0) ;  //~ ERROR[R0401] progress
    __syncthreads();
    if (threadIdx.x == 63) *flag = 1;
}
int main() { int *f; cudaMalloc(&f, 4); cudaMemset(f, 0, 4); k<<<1, 64>>>(f); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
