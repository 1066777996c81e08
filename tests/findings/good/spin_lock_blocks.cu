#include <cstdio>
__device__ int lock = 0;
__global__ void k(int *c) { if (threadIdx.x == 0) { while (atomicCAS(&lock, 0, 1) != 0) ; int v = *(volatile int *)c; *(volatile int *)c = v + 1; __threadfence(); atomicExch(&lock, 0); } }
int main() { int *c, h; cudaMalloc(&c, 4); cudaMemset(c, 0, 4); k<<<100, 64>>>(c); cudaMemcpy(&h, c, 4, cudaMemcpyDeviceToHost); printf("%d\n", h); }
