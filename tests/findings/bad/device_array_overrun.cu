// expect: out-of-bounds global write past device variable `buf` of 16 elements
#include <cstdio>
__device__ float buf[16];
__device__ float other[16];
__global__ void k() { buf[threadIdx.x] = 1.0f; other[threadIdx.x % 16] = 2.0f; }  //~ ERROR[R0101] `buf`
int main() { k<<<1, 17>>>(); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
