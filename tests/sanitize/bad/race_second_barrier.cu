// write-after-read race: the second __syncthreads of a tiled loop is missing
#include <cstdio>
__global__ void k(int *o, const int *in, int tiles) {
    __shared__ int s[128]; int t = threadIdx.x, sum = 0;
    for (int m = 0; m < tiles; m++) { s[t] = in[m * 128 + t]; __syncthreads(); sum += s[(t + 37) % 128]; } //~ ERROR[R0301]
    o[t] = sum;
}
int main() { int *o, *in; cudaMalloc(&o, 512); cudaMalloc(&in, 2048); cudaMemset(in, 0, 2048); k<<<1, 128>>>(o, in, 4); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); }
