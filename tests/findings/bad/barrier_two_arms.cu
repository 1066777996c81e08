// expect: __syncthreads in both arms of a divergent branch: threads of one warp wait at two different barriers
#include <cstdio>
__global__ void k(int *o) { int t = threadIdx.x; if (t % 2 == 0) { o[t] = 1; __syncthreads(); } else { o[t] = 2; __syncthreads(); } }  //~ ERROR[R0201] threads of one warp wait at 2 different barriers
//~^ WARNING[K0601] __syncthreads
//~^^ WARNING[K0601] __syncthreads
int main() { int *o; cudaMalloc(&o, 256); k<<<1, 64>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
