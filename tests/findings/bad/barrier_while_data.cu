// expect: __syncthreads in a loop that depends on data read by each thread
#include <cstdio>
__global__ void k(int *v) { int n = v[threadIdx.x]; while (n > 0) { n--; __syncthreads(); } v[threadIdx.x] = n; }  //~ ERROR[R0201] trip count
//~^ WARNING[K0601] __syncthreads
int main() { int h[64], *v; for (int i = 0; i < 64; i++) h[i] = i == 40 ? 3 : 2; cudaMalloc(&v, 256); cudaMemcpy(v, h, 256, cudaMemcpyHostToDevice); k<<<1, 64>>>(v); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
