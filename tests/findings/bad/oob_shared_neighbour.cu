// expect: out-of-bounds index into shared array `a`: it lands inside `b`, so no address check of a whole window finds it
#include <cstdio>
__global__ void k(int *p, int off) { __shared__ int a[32]; __shared__ int b[32]; b[threadIdx.x] = 7; a[threadIdx.x] = 1; __syncthreads(); p[threadIdx.x] = a[threadIdx.x + off] + b[threadIdx.x]; }  //~ ERROR[R0102] out-of-bounds shared read | array `a` of 32 ints | thread (28,0,0)
int main() { int *p; cudaMalloc(&p, 128); k<<<1, 32>>>(p, 4); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
