// expect: out-of-bounds shared write of 4 bytes by thread (32,0,0): array `s` has 32 elements
#include <cstdio>
__global__ void k(int *p) { __shared__ int s[32]; s[threadIdx.x] = 1; __syncthreads(); p[threadIdx.x] = s[threadIdx.x]; }  //~ ERROR[R0102] out-of-bounds shared write of 4 bytes by thread (32,0,0) | element 32 of array `s` of 32 ints, just past the end
int main() { int *p; cudaMalloc(&p, 256); k<<<1, 64>>>(p); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
