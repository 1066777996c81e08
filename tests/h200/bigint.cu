#include <cstdio>
#include <string>
#include <algorithm>
#include <iostream>
// big integer addition: carry look-ahead with generate/propagate ballots, 32 words a warp; and inline schoolbook multiply
struct alignas(16) Big { unsigned w[32]; };
__global__ void add(const Big *a, const Big *b, Big *c, unsigned *carryOut, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    if (i >= n) return;
    unsigned x = a[i].w[lane], y = b[i].w[lane], s = x + y;
    unsigned g = __ballot_sync(~0u, s < x), p = __ballot_sync(~0u, s == 0xffffffffu);
    unsigned long long t = (unsigned long long)(g << 1) + p;
    unsigned carries = (unsigned)((t ^ p) | (g << 1));
    carries = ((g << 1) + p) ^ p;
    c[i].w[lane] = s + ((carries >> lane) & 1u);
    if (lane == 31) carryOut[i] = (g >> 31) | ((((unsigned long long)g * 2 + p) >> 32) & 1);
}
__global__ void mul_small(Big *a, unsigned k)
{
    if (threadIdx.x) return;
    unsigned carry = 0;
    for (int i = 0; i < 32; i++) {
        unsigned lo = a->w[i] * k, hi = __umulhi(a->w[i], k);
        lo += carry;
        carry = hi + (lo < carry);
        a->w[i] = lo;
    }
}
static std::string decimal(Big v)
{
    std::string s;
    bool any = true;
    while (any) {
        any = false;
        unsigned long long rem = 0;
        for (int i = 31; i >= 0; i--) {
            rem = rem << 32 | v.w[i];
            v.w[i] = static_cast<unsigned>(rem / 1000000000u);
            rem %= 1000000000u;
            any |= v.w[i] != 0;
        }
        char buf[16];
        snprintf(buf, sizeof buf, any ? "%09llu" : "%llu", rem);
        s.insert(0, buf);
    }
    return s;
}
int main()
{
    const int n = 40;
    Big *a, *b, *c;
    unsigned *co, seed = 77;
    cudaMallocManaged(&a, n * sizeof(Big)); cudaMallocManaged(&b, n * sizeof(Big)); cudaMallocManaged(&c, n * sizeof(Big)); cudaMallocManaged(&co, n * sizeof(unsigned));
    for (int i = 0; i < n; i++) for (int j = 0; j < 32; j++) {
        seed = seed * 1664525 + 1013904223; a[i].w[j] = i % 3 == 0 ? 0xffffffffu : seed;
        seed = seed * 1664525 + 1013904223; b[i].w[j] = i % 3 == 0 ? (j == 0) : i % 3 == 1 ? ~a[i].w[j] + (j == 5) : seed;
    }
    add<<<(n * 32 + 127) / 128, 128>>>(a, b, c, co, n);
    cudaDeviceSynchronize();
    int bad = 0;
    for (int i = 0; i < n; i++) {
        unsigned long long t = 0;
        for (int j = 0; j < 32; j++) { t += (unsigned long long)a[i].w[j] + b[i].w[j]; bad += (unsigned)t != c[i].w[j]; t >>= 32; }
        bad += t != co[i];
    }
    printf("additions: bad %d; carry %u %u %u; word %08x\n", bad, co[0], co[1], co[2], c[2].w[7]);
    for (unsigned &w : a[0].w) w = 0;
    a[0].w[0] = 1;
    for (unsigned k = 2; k <= 60; k++) mul_small<<<1, 1>>>(a, k);
    cudaDeviceSynchronize();
    std::cout << "60! = " << decimal(a[0]) << std::endl;
    cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(co);
}
