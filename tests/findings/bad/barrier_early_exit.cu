// expect: __syncthreads after some threads returned: 40 of 64 wait, 24 have exited
#include <cstdio>
__global__ void k(int *o, int n) { int i = threadIdx.x; if (i >= n) return; __shared__ int s[64]; s[i] = i; __syncthreads(); o[i] = s[n - 1 - i]; }  //~ ERROR[R0201] 40 of 64 | 24
int main() { int *o; cudaMalloc(&o, 256); k<<<1, 64>>>(o, 40); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
