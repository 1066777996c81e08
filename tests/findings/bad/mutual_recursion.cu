// expect: device stack overflow from mutual recursion
#include <cstdio>
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }  //~ ERROR[R0403] `odd`
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__global__ void k(int *o) { o[threadIdx.x] = even(-1 - (int)threadIdx.x); }
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
