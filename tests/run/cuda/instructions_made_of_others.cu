// Inline PTX without an instruction of its own in kern: bytes and half words, 16-bit swaps, hints.
#include <cstdio>
__device__ unsigned int reference(unsigned int a, unsigned int b, int bits, bool is_signed, int what)
{
    unsigned int result = 0, sum = 0;
    for (int at = 0; at < 32; at += bits) {
        int up = 32 - at - bits;
        int x = is_signed ? (int)(a << up) >> (32 - bits) : (int)(a << up >> (32 - bits));
        int y = is_signed ? (int)(b << up) >> (32 - bits) : (int)(b << up >> (32 - bits));
        int most = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1, least = is_signed ? -most - 1 : 0;
        int r = what == 0 ? x + y : what == 1 ? x - y : what == 2 ? abs(x - y) : what == 3 ? min(x, y) : what == 4 ? max(x, y) : x < y;
        if (what == 6 || what == 7) r = min(max(what == 6 ? x + y : x - y, least), most);
        sum += abs(x - y);
        result |= ((unsigned int)r & ((bits == 32 ? 0u : 1u << bits) - 1)) << at;
    }
    return what == 8 ? sum : result;
}
#define TRY(text, bits, is_signed, what)                                                            \
    {                                                                                               \
        unsigned int r, c = what == 8 ? 1000u : 0u;                                                 \
        asm(text " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));                            \
        if (r != reference(a, b, bits, is_signed, what) + c) atomicAdd(wrong, 1);                   \
    }
__global__ void lanes(int *wrong)
{
    unsigned int a = threadIdx.x * 2654435761u + blockIdx.x, b = (threadIdx.x + 77) * 2246822519u ^ blockIdx.x * 40503u;
    TRY("vadd4.u32.u32.u32", 8, false, 0)
    TRY("vadd2.s32.s32.s32", 16, true, 0)
    TRY("vsub4.u32.u32.u32", 8, false, 1)
    TRY("vabsdiff4.u32.u32.u32", 8, false, 2)
    TRY("vabsdiff2.u32.u32.u32", 16, false, 2)
    TRY("vmin4.s32.s32.s32", 8, true, 3)
    TRY("vmax2.u32.u32.u32", 16, false, 4)
    TRY("vset4.u32.u32.lt", 8, false, 5)
    TRY("vadd4.u32.u32.u32.sat", 8, false, 6)
    TRY("vadd2.s32.s32.s32.sat", 16, true, 6)
    TRY("vsub4.s32.s32.s32.sat", 8, true, 7)
    TRY("vabsdiff4.u32.u32.u32.add", 8, false, 8)
    TRY("vabsdiff2.u32.s32.s32.add", 16, true, 8)
}
__global__ void others(int *out, unsigned short *halves, int *wrong)
{
    int r;
    asm("cnot.b32 %0, %1;" : "=r"(r) : "r"(0));
    out[0] = r;
    asm("cnot.b32 %0, %1;" : "=r"(r) : "r"(5));
    out[1] = r;
    asm("slct.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(7), "r"(8), "r"(-1));
    out[2] = r;
    asm("slct.u32.f32 %0, %1, %2, %3;" : "=r"(r) : "r"(7), "r"(8), "f"(0.5f));
    out[3] = r;
    asm("mad24.lo.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(-3), "r"(1000), "r"(1));
    out[4] = r;
    asm("{ .reg .pred p; isspacep.global p, %1; selp.s32 %0, 1, 0, p; }" : "=r"(r) : "l"(out));
    out[5] = r;
    asm("{ .reg .pred p; isspacep.shared p, %1; selp.s32 %0, 1, 0, p; }" : "=r"(r) : "l"(out));
    out[6] = r;
    float x;
    asm("add.f32 %0, %1, 1.5;" : "=f"(x) : "f"(2.0f));
    out[7] = (int)(x * 2);
    unsigned long long policy;
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    asm volatile("ld.global.L2::cache_hint.s32 %0, [%1], %2;" : "=r"(r) : "l"(out + 4), "l"(policy));
    out[8] = r;
    asm volatile("discard.global.L2 [%0], 128;" ::"l"(wrong + 32));
    __shared__ int tile[4];
    unsigned int to = (unsigned int)__cvta_generic_to_shared(tile);
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(out), "n"(8));
    asm volatile("cp.async.wait_all;");
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(out), "n"(16), "r"(8));
    asm volatile("cp.async.wait_all;");
    out[9] = tile[0] * 1000 + tile[1] * 100 + tile[2] * 10 + tile[3];
    unsigned short old;
    asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(halves + 1), "h"((unsigned short)9), "h"((unsigned short)4) : "memory");
    out[10] = old * 10 + halves[1];
    asm volatile("atom.global.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(halves + 1), "h"((unsigned short)2), "h"((unsigned short)4) : "memory");
    out[11] = old * 1000 + halves[0] * 100 + halves[1] * 10 + halves[2];
    out[12] = __fns(0b101100, 0, 1) * 100 + __fns(0b101100, 5, -2) * 10 + __fns(0b101100, 3, 0);
    out[13] = __fns(0b101100, 0, 4) == 0xffffffffu;
    out[14] = __finitef(x) * 100 + __isnanf(x) * 10 + __isinff(x / 0.0f);
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
}
__global__ void count(unsigned short *counters)
{
    unsigned short *mine = counters + threadIdx.x % 2;
    for (unsigned short seen = *(volatile unsigned short *)mine;;) {
        unsigned short old;
        asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(mine), "h"(seen), "h"((unsigned short)(seen + 1)) : "memory");
        if (old == seen) break;
        seen = old;
    }
}
int main()
{
    int *out, *wrong;
    unsigned short *halves;
    cudaMallocManaged(&out, 16 * sizeof(int));
    cudaMallocManaged(&wrong, 128 * sizeof(int));
    cudaMallocManaged(&halves, 16 * sizeof(short));
    *wrong = 0;
    for (int i = 0; i < 3; i++) halves[i] = i + 1;
    lanes<<<8, 128>>>(wrong);
    others<<<1, 1>>>(out, halves, wrong);
    cudaDeviceSynchronize();
    printf("wrong %d\n", *wrong);
    for (int i = 0; i < 15; i++) printf("%d\n", out[i]);
    halves[4] = halves[5] = 0;
    count<<<4, 64>>>(halves + 4);
    cudaDeviceSynchronize();
    printf("%d %d\n", halves[4], halves[5]);
    return 0;
}
