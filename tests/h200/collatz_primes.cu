#include <cstdint>
#include <cinttypes>
#include <cstdio>
#include <vector>
// longest Collatz chain: pack (length, ~start) in 64 bits and atomicMax; prime sieve with bits and atomicOr
__device__ __host__ inline int collatz(uint64_t n) { int c = 0; for (; n != 1; c++) n = n & 1 ? 3 * n + 1 : n >> 1; return c; }
__global__ void longest(uint32_t limit, unsigned long long *best)
{
    unsigned long long mine = 0;
    for (uint32_t i = 1 + blockIdx.x * blockDim.x + threadIdx.x; i < limit; i += blockDim.x * gridDim.x) {
        unsigned long long cand = (unsigned long long)collatz(i) << 32 | (0xffffffffull - i);
        mine = cand > mine ? cand : mine;
    }
    atomicMax(best, mine);
}
__global__ void cross_off(uint32_t *bits, int n, const int *primes, int np)
{
    int p = primes[blockIdx.x];
    for (int64_t m = (int64_t)p * p + (int64_t)threadIdx.x * p; m < n; m += (int64_t)blockDim.x * p) atomicOr(&bits[m >> 5], 1u << (m & 31));
}
__global__ void count(const uint32_t *bits, int n, int *total, int *twin)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool prime = i >= 2 && i < n && !(bits[i >> 5] >> (i & 31) & 1);
    unsigned b = __ballot_sync(0xffffffff, prime);
    int c = __syncthreads_count(prime);
    if (threadIdx.x == 0) atomicAdd(total, c);
    if ((threadIdx.x & 31) == 0) atomicAdd(twin, __popc(b & (b >> 2)));
}
int main()
{
    unsigned long long *best;
    cudaMallocManaged(&best, sizeof *best);
    *best = 0;
    longest<<<8, 64>>>(20000, best);
    cudaDeviceSynchronize();
    printf("longest chain below 20000: start %" PRIu32 ", length %d\n", (uint32_t)(0xffffffffull - (*best & 0xffffffffull)), (int)(*best >> 32));
    int ref = 0, at = 0;
    for (int i = 1; i < 20000; i++) { int c = collatz(i); if (c > ref) ref = c, at = i; }
    printf("host: %d %d\n", at, ref);
    const int n = 10000;
    std::vector<int> small;
    for (int i = 2; i * i < n; i++) { bool ok = true; for (int p : small) if (i % p == 0) { ok = false; break; } if (ok) small.push_back(i); }
    uint32_t *bits;
    int *primes, *res;
    cudaMalloc(&bits, (n + 31) / 32 * 4 + 4);
    cudaMemset(bits, 0, (n + 31) / 32 * 4 + 4);
    cudaMalloc(&primes, small.size() * sizeof(int));
    cudaMemcpy(primes, &small[0], small.size() * sizeof(int), cudaMemcpyHostToDevice);
    cudaMallocManaged(&res, 2 * sizeof(int));
    res[0] = res[1] = 0;
    cross_off<<<(unsigned)small.size(), 32>>>(bits, n, primes, (int)small.size());
    count<<<(n + 255) / 256, 256>>>(bits, n, res, res + 1);
    cudaDeviceSynchronize();
    printf("%zu small primes, %d primes, %d twins inside words\n", small.size(), res[0], res[1]);
    std::vector<uint32_t> h((n + 31) / 32);
    cudaMemcpy(h.data(), bits, h.size() * 4, cudaMemcpyDeviceToHost);
    printf("%08" PRIx32 " %08" PRIX32 " %" PRId64 "\n", h[0], h[100], (int64_t)h[200] << 8);
    cudaFree(best); cudaFree(bits); cudaFree(primes); cudaFree(res);
}
