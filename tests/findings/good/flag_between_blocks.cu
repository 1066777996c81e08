#include <cstdio>
__global__ void k(volatile int *flag, volatile int *data, int *out) { if (threadIdx.x == 0) { if (blockIdx.x == 1) { *data = 42; __threadfence(); *flag = 1; } else { while (*flag == 0) ; __threadfence(); *out = *data; } } }
int main() { int *p, h; cudaMalloc(&p, 12); cudaMemset(p, 0, 12); k<<<2, 32>>>(p, p + 1, p + 2); cudaMemcpy(&h, p + 2, 4, cudaMemcpyDeviceToHost); printf("%d\n", h); }
