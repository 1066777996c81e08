// expect: misaligned shared write of 8 bytes
#include <cstdio>
__global__ void k(double *o) { __shared__ float s[66]; double *d = (double *)(s + 1); d[threadIdx.x] = threadIdx.x; __syncthreads(); o[threadIdx.x] = d[0]; }  //~ ERROR[R0111] 8
int main() { double *o; cudaMalloc(&o, 256); k<<<1, 32>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
