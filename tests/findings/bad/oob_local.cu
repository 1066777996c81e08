// expect: out-of-bounds index into local array `a` of 8 elements
#include <cstdio>
__global__ void k(int *p, int n) { int a[8]; for (int i = 0; i <= n; i++) a[i] = i; p[threadIdx.x] = a[threadIdx.x % 8]; }  //~ ERROR[R0103] out-of-bounds local write | element 8 of array `a` of 8 ints, just past the end
int main() { int *p; cudaMalloc(&p, 128); k<<<1, 32>>>(p, 8); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
