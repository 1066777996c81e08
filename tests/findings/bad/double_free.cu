// expect: cudaFree of memory that is already free
#include <cstdio>
int main() { int *p; cudaMalloc(&p, 1024); cudaFree(p); cudaFree(p); }  //~ ERROR[R0501] `cudaFree` of memory that was freed before | freed again here | freed here | 1024 bytes allocated here
