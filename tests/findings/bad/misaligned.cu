// expect: misaligned global read: address is not a multiple of 8
#include <cstdio>
__global__ void k(double *o, const char *p) { o[threadIdx.x] = *(const double *)(p + 4 + threadIdx.x * 8); }  //~ ERROR[R0111] misaligned global read | is not a multiple of 8
int main() { char *p; double *o; cudaMalloc(&p, 512); cudaMalloc(&o, 256); k<<<1, 32>>>(o, p); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
