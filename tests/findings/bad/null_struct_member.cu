// expect: null pointer read of a member of a struct passed by value
#include <cstdio>
struct Buf { float *data; int n; };
__global__ void k(Buf b, float *o) { if (threadIdx.x < b.n) o[threadIdx.x] = b.data[threadIdx.x]; }  //~ ERROR[R0105] null
int main() { Buf b; b.data = 0; b.n = 8; float *o; cudaMalloc(&o, 128); k<<<1, 32>>>(b, o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
