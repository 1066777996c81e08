// shared-memory race between a write and a read of the same element by different warps, no barrier between them
#include <cstdio>
__global__ void k(int *o) { __shared__ int s[128]; int t = threadIdx.x; s[t] = t; o[t] = s[127 - t]; } //~ ERROR[R0301]
int main() { int *o; cudaMalloc(&o, 512); k<<<1, 128>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
