// expect: the launch makes no progress: threads spin on a lock that is never released
#include <cstdio>
__global__ void k(int *lock, int *n) { while (atomicCAS(lock, 0, 1) != 0) ; *n += 1; }  //~ ERROR[R0401] progress
int main() { int *p; cudaMalloc(&p, 8); cudaMemset(p, 0, 8); k<<<1, 2>>>(p, p + 1); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
