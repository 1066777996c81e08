#include <cstdio>
__global__ void k(int *o) { __shared__ int s[128]; s[threadIdx.x] = threadIdx.x; __syncthreads(); if (threadIdx.x >= 32) return; volatile int *v = s; v[threadIdx.x] += v[threadIdx.x + 32]; v[threadIdx.x] += v[threadIdx.x + 64]; o[threadIdx.x] = v[threadIdx.x]; }
int main() { int *o, h[32]; cudaMalloc(&o, 128); k<<<1, 128>>>(o); cudaMemcpy(h, o, 128, cudaMemcpyDeviceToHost); printf("%d\n", h[3]); }
