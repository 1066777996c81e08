// expect: out-of-bounds global write: the allocation holds 256 bytes, not 256 floats
#include <cstdio>
__global__ void k(float *p, int n) { int i = threadIdx.x; if (i < n) p[i] = i; }  //~ ERROR[R0101] element 64 of 64 floats, just past the end | `n` is 256, which is the size of the allocation in bytes, not in floats
int main() { float *p; int n = 256; cudaMalloc(&p, n); k<<<1, 256>>>(p, n); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
