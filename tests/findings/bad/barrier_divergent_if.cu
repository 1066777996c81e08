// expect: __syncthreads reached by only some threads of the block: 16 of 64 wait at the barrier, 48 have exited
#include <cstdio>
__global__ void k(int *o) { if (threadIdx.x < 16) { o[threadIdx.x] = 1; __syncthreads(); } }  //~ ERROR[R0201] `__syncthreads` | 16 of 64 wait at the barrier, 48 have exited
//~^ WARNING[K0601] __syncthreads
int main() { int *o; cudaMalloc(&o, 256); k<<<1, 64>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
