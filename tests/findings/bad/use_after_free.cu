// expect: global write into freed memory, with where it was freed
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; }  //~ ERROR[R0107] global write | freed memory
int main() { int *p; cudaMalloc(&p, 128); cudaFree(p); k<<<1, 32>>>(p); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }  //~ NOTE freed here
