// expect: the launch exceeds its instruction budget, with the loop named
#include <cstdio>
__global__ void k(int *o) { unsigned i = 0; while (true) { i++; if (i == 0 && o[1]) break; } o[0] = i; }  //~ ERROR[R0402] loop
int main() { int *o; cudaMalloc(&o, 8); cudaMemset(o, 0, 8); k<<<1, 32>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
