// Carries in inline PTX: sums, differences and products of several words, in one statement and over several.
#include <cstdio>
typedef unsigned long long u64;
__global__ void k(unsigned *o, u64 *p, unsigned a, unsigned b, u64 c, u64 d) {
    unsigned lo, hi, top;
    asm("add.cc.u32 %0, %3, %4;\n\taddc.cc.u32 %1, %3, %4;\n\taddc.u32 %2, 0, 0;" : "=r"(lo), "=r"(hi), "=r"(top) : "r"(a), "r"(b));
    o[0] = lo, o[1] = hi, o[2] = top;
    asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(lo) : "r"(b), "r"(a));
    asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(hi) : "r"(b), "r"(a));
    asm volatile("subc.u32 %0, %1, 0;" : "=r"(top) : "r"(5));
    o[3] = lo, o[4] = hi, o[5] = top;
    asm("mad.lo.cc.u32 %0, %2, %3, %4;\n\tmadc.hi.u32 %1, %2, %3, 7;" : "=r"(lo), "=r"(hi) : "r"(a), "r"(a), "r"(b));
    o[6] = lo, o[7] = hi;
    u64 x, y, z;
    asm("{\n\tadd.cc.u64 %0, %3, %4;\n\taddc.cc.u64 %1, %3, %3;\n\taddc.u64 %2, %4, 1;\n}" : "=l"(x), "=l"(y), "=l"(z) : "l"(c), "l"(d));
    p[0] = x, p[1] = y, p[2] = z;
    asm("sub.cc.u64 %0, %3, %4; subc.cc.u64 %1, %3, %3; subc.u64 %2, %4, 1;" : "=l"(x), "=l"(y), "=l"(z) : "l"(d), "l"(c));
    p[3] = x, p[4] = y, p[5] = z;
    asm("mad.lo.cc.u64 %0, %2, %3, %4; madc.hi.cc.u64 %1, %2, %3, %4;" : "=l"(x), "=l"(y) : "l"(c), "l"(d), "l"(c));
    p[6] = x, p[7] = y;
    asm("addc.u64 %0, 10, 20;" : "=l"(x));
    p[8] = x;
    int s = -3, t;
    asm("mad.hi.cc.s32 %0, %1, %2, -1; addc.s32 %0, %0, 0;" : "=r"(t) : "r"(s), "r"(5));
    p[9] = t;
}
int main() {
    unsigned *o;
    u64 *p;
    cudaMallocManaged(&o, 64), cudaMallocManaged(&p, 128);
    k<<<1, 1>>>(o, p, 0xfffffff0u, 0x20u, 0xfffffffffffffff0ull, 0x123ull);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++) printf("%x ", o[i]);
    printf("\n");
    for (int i = 0; i < 10; i++) printf("%llx ", p[i]);
    printf("\n");
}
