// expect: __syncthreads inside a loop whose trip count differs between threads
#include <cstdio>
__global__ void k(int *o) { int t = threadIdx.x; for (int i = 0; i <= t / 32; i++) { o[t] = i; __syncthreads(); } }  //~ ERROR[R0201] `__syncthreads` inside a loop whose trip count differs between threads
//~^ WARNING[K0601] __syncthreads
int main() { int *o; cudaMalloc(&o, 512); k<<<1, 128>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
