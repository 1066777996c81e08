// expect: __ballot_sync names lanes that do not execute it
#include <cstdio>
__global__ void k(unsigned *o) { unsigned m = 0; if (threadIdx.x % 2) m = __ballot_sync(0xffffffff, threadIdx.x > 5); o[threadIdx.x] = m; }  //~ ERROR[R0202] __ballot_sync
int main() { unsigned *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
