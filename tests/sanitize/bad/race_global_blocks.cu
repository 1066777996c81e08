// global-memory race between blocks: a non-atomic increment of one counter
#include <cstdio>
__global__ void k(int *c) { if (threadIdx.x == 0) *c += 1; } //~ ERROR[R0307]
int main() { int *c; cudaMalloc(&c, 4); cudaMemset(c, 0, 4); k<<<64, 32>>>(c); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
