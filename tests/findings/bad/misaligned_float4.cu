// expect: misaligned global read of 16 bytes
#include <cstdio>
__global__ void k(float4 *o, const float *p) { o[threadIdx.x] = *reinterpret_cast<const float4 *>(p + 1 + 4 * threadIdx.x); }  //~ ERROR[R0111] 16
int main() { float *p; float4 *o; cudaMalloc(&p, 4096); cudaMalloc(&o, 512); k<<<1, 32>>>(o, p); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
