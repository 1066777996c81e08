// expect: free of a device pointer
#include <cstdio>
#include <cstdlib>
int main() { int *p; cudaMalloc(&p, 16); free(p); printf("done\n"); }  //~ ERROR[R0501] `free` of memory that `cudaFree` must free
