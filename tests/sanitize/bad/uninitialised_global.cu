// read of uninitialised global memory
#include <cstdio>
__global__ void k(int *o, int *p) { o[threadIdx.x] = p[threadIdx.x] + 1; } //~ ERROR[R0601]
int main() { int *o, *p; cudaMalloc(&o, 128); cudaMalloc(&p, 128); cudaMemset(p, 0, 64); k<<<1, 32>>>(o, p); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
