// expect: cudaFree of a host pointer
#include <cstdio>
#include <cstdlib>
int main() { int *p = (int *)malloc(16); cudaFree(p); free(p); }  //~ ERROR[R0501] `cudaFree` of memory that `free` must free
