// write-write race: every thread stores a different value to the same shared element
#include <cstdio>
__global__ void k(int *o) { __shared__ int last; last = threadIdx.x; __syncthreads(); o[threadIdx.x] = last; } //~ ERROR[R0301]
int main() { int *o; cudaMalloc(&o, 256); k<<<1, 64>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
