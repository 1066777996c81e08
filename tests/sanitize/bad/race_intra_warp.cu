// race inside one warp: lanes exchange through shared memory without __syncwarp (not volatile)
#include <cstdio>
__global__ void k(int *o) { __shared__ int s[32]; int t = threadIdx.x; s[t] = t; o[t] = s[31 - t]; } //~ ERROR[R0301]
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
