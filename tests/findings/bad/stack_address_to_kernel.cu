// expect: kernel writes through a pointer to a host local variable
#include <cstdio>
__global__ void k(int *o) { *o = 7; }  //~ ERROR[R0108] host
int main() { int r = 0; k<<<1, 1>>>(&r); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
//~^ WARNING[K0604]
