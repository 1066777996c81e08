// expect: out-of-bounds shared write past the 128 bytes of dynamic shared memory
#include <cstdio>
__global__ void k(int *o) { extern __shared__ int s[]; s[threadIdx.x] = 1; __syncthreads(); o[threadIdx.x] = s[63 - threadIdx.x]; }  //~ ERROR[R0102] 128
int main() { int *o; cudaMalloc(&o, 256); k<<<1, 64, 32 * sizeof(int)>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
