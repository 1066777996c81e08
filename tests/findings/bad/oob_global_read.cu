// expect: out-of-bounds global read of 4 bytes by thread (32,0,0) of block (1,0,0): 0 bytes past a 384-byte allocation
#include <cstdio>
__global__ void k(const int *in, int *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = in[i]; }  //~ ERROR[R0101] out-of-bounds global read of 4 bytes by thread (32,0,0) of block (1,0,0): element 96 of 96 ints, just past the end
int main() {
    int *in, *out; cudaMalloc(&in, 96 * 4); cudaMalloc(&out, 128 * 4); cudaMemset(in, 0, 96 * 4);  //~ NOTE allocated
    k<<<2, 64>>>(in, out, 96);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
