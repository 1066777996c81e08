// expect: cudaFree of a pointer into the middle of an allocation
#include <cstdio>
int main() { char *p; cudaMalloc(&p, 1024); cudaFree(p + 16); cudaFree(p); }  //~ ERROR[R0501] middle
