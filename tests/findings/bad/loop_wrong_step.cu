// expect: the launch exceeds its instruction budget, with the loop named (a step of 0)
#include <cstdio>
__global__ void k(int *o, int step) { int s = 0; for (int i = 0; i < 100; i += step) s += i; o[threadIdx.x] = s; }  //~ ERROR[R0402] loop
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o, 0); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
