#include <cstdio>
__global__ void k(int *o) { __shared__ int t[8][16]; int *f = &t[0][0]; f[threadIdx.x] = threadIdx.x; __syncthreads(); o[threadIdx.x] = t[threadIdx.x / 16][threadIdx.x % 16] + t[0][threadIdx.x]; }
int main() { int *o, h[128]; cudaMalloc(&o, 512); k<<<1, 128>>>(o); cudaMemcpy(h, o, 512, cudaMemcpyDeviceToHost); printf("%d\n", h[100]); }
