// expect: exactly one finding; the second kernel does not run because the error is sticky
#include <cstdio>
__global__ void bad(int *p) { p[1 << 20] = 1; }  //~ ERROR[R0101] allocated here | `bad<<<
__global__ void good(int *p) { p[0] = 2; }
int main() { int *p; cudaMalloc(&p, 64); bad<<<1, 1>>>(p); cudaDeviceSynchronize(); good<<<1, 1>>>(p); printf("%s\n", cudaGetErrorString(cudaGetLastError())); }
