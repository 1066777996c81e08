// expect: __syncthreads inside a function that only half the block calls
#include <cstdio>
__device__ void phase(int *s) { s[threadIdx.x] = 1; __syncthreads(); }  //~ ERROR[R0201] 64 of 128
__global__ void k(int *o) { __shared__ int s[128]; if (threadIdx.x < 64) phase(s); o[threadIdx.x] = threadIdx.x; }
int main() { int *o; cudaMalloc(&o, 512); k<<<1, 128>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
