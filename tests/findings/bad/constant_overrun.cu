// expect: out-of-bounds constant read past `table` of 8 elements
#include <cstdio>
__constant__ int table[8];
__global__ void k(int *o) { o[threadIdx.x] = table[threadIdx.x]; }  //~ ERROR[R0101] `table`
//~^ WARNING[K0625] `table` is read, and nothing ever sets it
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
