// data race: data is published through a volatile flag without __threadfence between the two writes
#include <cstdio>
__global__ void k(volatile int *flag, int *data, int *out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) { *data = 42; *flag = 1; }
    if (blockIdx.x == 1 && threadIdx.x == 0) { while (*flag == 0) ; *out = *data; } //~ ERROR[R0702] between the two writes
}
int main() { int *p; cudaMalloc(&p, 1024); cudaMemset(p, 0, 1024); k<<<2, 32>>>(p, p + 64, p + 128); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
