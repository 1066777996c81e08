// expect: out-of-bounds global atomic by thread with bin 256
#include <cstdio>
__global__ void k(const int *v, unsigned *bins) { atomicAdd(&bins[v[threadIdx.x]], 1u); }  //~ ERROR[R0101] (1024 bytes) allocated here | through parameter `bins`, the 2nd argument of `k`
int main() { int h[32], *v; for (int i = 0; i < 32; i++) h[i] = i * 8 + 8; unsigned *b; cudaMalloc(&v, 128); cudaMalloc(&b, 1024); cudaMemset(b, 0, 1024); cudaMemcpy(v, h, 128, cudaMemcpyHostToDevice); k<<<1, 32>>>(v, b); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
