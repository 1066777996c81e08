#include <cstdio>
__global__ void k(int *o, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= n) return; o[i] = i; }
int main() { int *o, h[100]; cudaMalloc(&o, 400); k<<<4, 32>>>(o, 100); cudaMemcpy(h, o, 400, cudaMemcpyDeviceToHost); printf("%d %d\n", h[0], h[99]); }
