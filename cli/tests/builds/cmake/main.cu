#include <cstdio>
__device__ int twice(int x);
__global__ void k(int *o) { *o = twice(21); }
int main(int argc, char **argv) { int *o; cudaMallocManaged(&o, 4); k<<<1, 1>>>(o); cudaDeviceSynchronize(); printf("%d %d\n", *o, argc); return 3; }
