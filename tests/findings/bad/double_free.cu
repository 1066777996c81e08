// expect: cudaFree of memory that is already free
#include <cstdio>
int main() { int *p; cudaMalloc(&p, 1024); cudaFree(p); cudaError_t e = cudaFree(p); printf("%s\n", cudaGetErrorName(e)); }  //~ ERROR free
