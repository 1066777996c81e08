// expect: lanes 16 to 31 call __syncwarp with a mask that does not contain them
#include <cstdio>
__global__ void k(int *o) { __syncwarp(0x0000ffff); o[threadIdx.x] = 1; }  //~ ERROR[R0203] __syncwarp
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
