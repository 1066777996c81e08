// expect: out-of-bounds global write of 4 bytes, 4 bytes before the start of an allocation
#include <cstdio>
__global__ void k(int *p) { p[(int)threadIdx.x - 1] = 1; }  //~ ERROR[R0101] out-of-bounds global write of 4 bytes | thread (0,0,0) | element -1 of 32 ints, just before the start
int main() { int *p; cudaMalloc(&p, 128); k<<<1, 32>>>(p); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }  //~ NOTE allocated
