// expect: __shfl_down_sync under a mask of 24 lanes reads lanes that are not in it
#include <cstdio>
__global__ void k(int *o) { int v = threadIdx.x; if (threadIdx.x < 24) v += __shfl_down_sync(0xffffffff, v, 8); o[threadIdx.x] = v; }  //~ ERROR[R0202] __shfl_down_sync
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
