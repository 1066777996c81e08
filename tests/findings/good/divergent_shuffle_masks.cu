#include <cstdio>
__global__ void k(int *o) { int t = threadIdx.x, v = t; if (t & 1) v = __shfl_sync(0xaaaaaaaa, v, 31); else v = __shfl_sync(0x55555555, v, 0); unsigned m = __activemask(); v += __popc(__ballot_sync(m, t < 4)); o[t] = v; }
int main() { int *o, h[32]; cudaMalloc(&o, 128); k<<<1, 32>>>(o); cudaMemcpy(h, o, 128, cudaMemcpyDeviceToHost); printf("%d %d\n", h[0], h[1]); }
