// read of uninitialised shared memory
#include <cstdio>
__global__ void k(int *o) { __shared__ int s[64]; if (threadIdx.x < 16) s[threadIdx.x] = 1; __syncthreads(); o[threadIdx.x] = s[threadIdx.x]; } //~ ERROR[R0601]
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
