// expect: kernel reads a host pointer
#include <cstdio>
#include <cstdlib>
__global__ void k(int *o, int *p) { o[threadIdx.x] = p[threadIdx.x]; }  //~ ERROR[R0108] kernel reads host memory
int main() { int *o, *h = (int *)malloc(128); cudaMalloc(&o, 128); k<<<1, 32>>>(o, h); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
