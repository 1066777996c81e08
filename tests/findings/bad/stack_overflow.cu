// expect: device stack overflow from unbounded recursion
#include <cstdio>
__device__ int f(int n) { int a[64]; a[n & 63] = n; return n < 0 ? 0 : f(n + 1) + a[(n + 1) & 63]; }  //~ ERROR[R0403] stack
__global__ void k(int *o) { o[0] = f(o[0]); }
int main() { int *o; cudaMalloc(&o, 4); cudaMemset(o, 0, 4); k<<<1, 1>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
