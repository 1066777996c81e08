// expect: cudaMemcpy of 400 bytes reads past the end of a 200-byte host block
#include <cstdio>
#include <cstdlib>
int main() { int *h = (int *)calloc(50, 4), *d; cudaMalloc(&d, 400); cudaError_t e = cudaMemcpy(d, h, 400, cudaMemcpyHostToDevice); printf("%d\n", (int)e); cudaFree(d); free(h); }  //~ ERROR[R0104] reads 400 bytes from an allocation of 200 bytes | 200 bytes too many
