// expect: the launch makes no progress: block 0 waits for a flag that nobody sets
#include <cstdio>
__global__ void k(volatile int *f) { if (blockIdx.x == 0) while (f[0] != 2) ; else f[0] = 1; }  //~ ERROR[R0401] progress
int main() { int *p; cudaMalloc(&p, 8); cudaMemset(p, 0, 8); k<<<2, 1>>>(p); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
