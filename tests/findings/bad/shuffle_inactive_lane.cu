// expect: __shfl_sync names lanes in its mask that do not execute it
#include <cstdio>
__global__ void k(int *o) { int t = threadIdx.x, v = t; if (t < 16) v = __shfl_down_sync(0xffffffff, v, 1); o[t] = v; }  //~ ERROR[R0202] __shfl_down_sync
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
