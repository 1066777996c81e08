// expect: threads of the block wait at different barriers of a switch
#include <cstdio>
__global__ void k(int *o) { switch (threadIdx.x / 32) { case 0: o[threadIdx.x] = 1; __syncthreads(); break; case 1: o[threadIdx.x] = 2; __syncthreads(); break; default: break; } }  //~ ERROR[R0201] barrier
//~^ WARNING[K0601] __syncthreads
//~^^ WARNING[K0601] __syncthreads
int main() { int *o; cudaMalloc(&o, 512); k<<<1, 96>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
