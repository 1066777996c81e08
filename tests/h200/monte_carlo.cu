// Monte Carlo pi with a hand-written generator, double reduction by atomics on integers, grid-stride loops, early exit.
#include <cstdio>
#include <cstdint>
__device__ __forceinline__ uint32_t xorshift(uint32_t &s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }
__global__ void pi(unsigned long long *inside, int per)
{
    uint32_t s = 2463534242u ^ (blockIdx.x * blockDim.x + threadIdx.x) * 747796405u;
    unsigned count = 0;
    for (int i = 0; i < per; i++) {
        float x = (xorshift(s) >> 8) * (1.0f / 16777216.0f), y = (xorshift(s) >> 8) * (1.0f / 16777216.0f);
        if (x * x + y * y < 1.0f) count++;
    }
    atomicAdd(inside, (unsigned long long)count);
}
__global__ void primes(int *out, int limit)
{
    for (int n = blockIdx.x * blockDim.x + threadIdx.x; n < limit; n += blockDim.x * gridDim.x) {
        bool prime = n > 1;
        for (int d = 2; d * d <= n; d++) if (n % d == 0) { prime = false; break; }
        if (prime) atomicAdd(out, 1);
        if (prime && n % 10 == 7) atomicMax(out + 1, n);
    }
}
__global__ void minmax(const int *v, int n, int *lo, int *hi)
{
    __shared__ int slo, shi;
    if (threadIdx.x == 0) { slo = 0x7fffffff; shi = -0x7fffffff - 1; }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) { atomicMin(&slo, v[i]); atomicMax(&shi, v[i]); }
    __syncthreads();
    if (threadIdx.x == 0) { *lo = slo; *hi = shi; }
}
int main()
{
    unsigned long long *d, h = 0; cudaMalloc(&d, 8); cudaMemset(d, 0, 8);
    pi<<<8, 64>>>(d, 500); cudaMemcpy(&h, d, 8, cudaMemcpyDeviceToHost);
    printf("inside %llu pi %.6f\n", h, 4.0 * h / (8 * 64 * 500.0));
    int *p, hp[2]; cudaMalloc(&p, 8); cudaMemset(p, 0, 8); primes<<<4, 32>>>(p, 5000); cudaMemcpy(hp, p, 8, cudaMemcpyDeviceToHost);
    printf("primes %d largest %d\n", hp[0], hp[1]);
    int v[300], *dv, *lh; for (int i = 0; i < 300; i++) v[i] = (i * 7919) % 1009 - 500;
    cudaMalloc(&dv, sizeof(v)); cudaMalloc(&lh, 8); cudaMemcpy(dv, v, sizeof(v), cudaMemcpyHostToDevice);
    minmax<<<1, 96>>>(dv, 300, lh, lh + 1); cudaMemcpy(hp, lh, 8, cudaMemcpyDeviceToHost); printf("min %d max %d\n", hp[0], hp[1]);
    return 0;
}
