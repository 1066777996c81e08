// (weak memory model) a default load may return a stale line from its own L1 while another block spins on it; volatile or .cv/.cg or a fence is missing
#include <cstdio>
__global__ void k(int *flag, int *data, int *out) {
    if (blockIdx.x == 0) { if (threadIdx.x == 0) { *data = 42; *flag = 1; } }
    else if (threadIdx.x == 0) { int spins = 0; while (*flag == 0 && spins < 100000) spins++; *out = *data; } //~ ERROR[R0701] plain read
}
int main() { int *p; cudaMalloc(&p, 1024); cudaMemset(p, 0, 1024); k<<<2, 32>>>(p, p + 64, p + 128); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
