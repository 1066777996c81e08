// expect: null pointer write
#include <cstdio>
__global__ void k(int *p) { *p = 1; }  //~ ERROR[R0105] null pointer write
int main() { k<<<1, 1>>>(0); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
