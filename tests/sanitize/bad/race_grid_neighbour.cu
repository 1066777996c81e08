// global-memory race between blocks: an in-place stencil reads its neighbour's element while that block writes it
#include <cstdio>
__global__ void k(float *d, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i > 0 && i < n - 1) d[i] = (d[i - 1] + d[i + 1]) * 0.5f; } //~ ERROR[R0307]
int main() { float *d; cudaMalloc(&d, 4096); cudaMemset(d, 0, 4096); k<<<8, 128>>>(d, 1024); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
