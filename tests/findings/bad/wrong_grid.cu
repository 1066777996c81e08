// expect: out-of-bounds global write by block (3,0,0), in a function called by the kernel
#include <cstdio>
__device__ void put(float *p, int i, float v) { p[i] = v; }  //~ ERROR[R0101] block (3,0,0)
__global__ void k(float *p) { int i = blockIdx.x * blockDim.x + threadIdx.x; put(p, i, i * 0.5f); }
int main() { float *p; const int n = 100; cudaMalloc(&p, n * sizeof(float)); k<<<(n + 31) / 32, 32>>>(p); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); cudaFree(p); }
