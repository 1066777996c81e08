// A product of 64 bits with an unsigned factor of 2^31 or more: compiled code took the factor for a negative number.
#include <cstdio>
__global__ void k(unsigned long long *o)
{
    unsigned long long r;
    int t = threadIdx.x;
    asm("mul.wide.u32 %0,%1,%2;" : "=l"(r) : "r"(t), "r"(0xffffffffu));
    o[t] = r;
    asm("mad.wide.u32 %0,%1,%2,%3;" : "=l"(r) : "r"(t), "r"(0x80000000u), "l"(7ull));
    o[32 + t] = r;
    asm("mul.wide.u32 %0,%1,%2;" : "=l"(r) : "r"(0xfffffff0u), "r"(t + 1));
    o[64 + t] = r;
    asm("mul.wide.s32 %0,%1,%2;" : "=l"(r) : "r"(t), "r"(0xffffffffu));
    o[96 + t] = r;
    o[128 + t] = (unsigned long long)(unsigned)(t * 3 + 1) * 3000000000u;
    o[160 + t] = (unsigned long long)(31u - t) * 4294967295u + t;
}
int main()
{
    unsigned long long *d, h[192];
    cudaMalloc(&d, sizeof h);
    k<<<1, 32>>>(d);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 6; i++) printf("%llx %llx %llx %llx\n", h[32 * i], h[32 * i + 1], h[32 * i + 2], h[32 * i + 31]);
}
