#include <cstdio>
__global__ void k(int *o, int n) { __shared__ int s[64]; for (int i = 0; i < n; i++) { if (blockIdx.x & 1) { s[threadIdx.x] = i; __syncthreads(); } else if (n > 3) { __syncthreads(); s[threadIdx.x] = 2 * i; } __syncthreads(); } o[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x]; }
int main() { int *o, h[128]; cudaMalloc(&o, 512); k<<<2, 64>>>(o, 5); cudaMemcpy(h, o, 512, cudaMemcpyDeviceToHost); printf("%d %d\n", h[0], h[64]); }
