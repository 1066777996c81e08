// A bit set in shared memory: setting a bit reads and writes the word of 31 others.
#include <cstdio>
__global__ void sieve(unsigned *out, int n) {
    __shared__ unsigned composite[32];
    for (int i = threadIdx.x; i < 32; i += blockDim.x) composite[i] = 0;
    __syncthreads();
    int p = threadIdx.x + 2;
    for (int k = 2 * p; k < n; k += p) composite[k / 32] |= 1u << k % 32; //~ ERROR[R0301] no barrier can stand in it
    __syncthreads();
    for (int i = threadIdx.x; i < 32; i += blockDim.x) out[i] = ~composite[i];
}
int main() {
    unsigned h[32], *d;
    cudaMalloc(&d, sizeof h);
    sieve<<<1, 64>>>(d, 1024);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    int primes = 0;
    for (unsigned w : h) primes += __builtin_popcount(w);
    printf("%d\n", primes - 2);
    cudaFree(d);
}
