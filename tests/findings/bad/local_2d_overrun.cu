// expect: out-of-bounds local write past `m` of 12 elements
#include <cstdio>
__global__ void k(int *o, int rows) { int m[3][4]; for (int i = 0; i <= rows; i++) for (int j = 0; j < 4; j++) m[i][j] = i * j; o[threadIdx.x] = m[threadIdx.x % 3][1]; }  //~ ERROR[R0103] `m`
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o, 3); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
