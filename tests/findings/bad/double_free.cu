// expect: cudaFree of memory that is already free
#include <cstdio>
int main() { int *p; cudaMalloc(&p, 1024); cudaFree(p); cudaError_t e = cudaFree(p); printf("%s\n", cudaGetErrorName(e)); }  //~ ERROR[R0501] `cudaFree` of memory that was freed before | freed again here | freed here | 1024 bytes allocated here
