// expect: out-of-bounds global write of a column, whose last element is behind the array, by the last thread
#include <cstdio>
__global__ void k(float *a, int n) { a[threadIdx.x * n + 1] = 1; }  //~ ERROR[R0101] (3972 bytes) allocated here | through parameter `a`, the 1st argument of `k`
int main() { float *a; cudaMalloc(&a, (31 * 32 + 1) * 4); k<<<1, 32>>>(a, 32); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
