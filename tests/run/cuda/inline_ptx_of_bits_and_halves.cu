// Inline PTX: the number of a statement, dot products of 16 bits, classes of numbers, masks, and two halves in a register.
#include <cstdio>
__device__ int sum_below(int n)
{
    int s;
    asm("{\n\t.reg .s32 i;\n\t.reg .pred p;\n\tmov.s32 %0, 0;\n\tmov.s32 i, 0;\nL_%=:\n\tadd.s32 %0, %0, i;\n\tadd.s32 i, i, 1;\n\tsetp.lt.s32 p, i, %1;\n\t@p bra L_%=;\n\t}"
        : "=&r"(s)
        : "r"(n));
    return s;
}
__global__ void loops() { printf("%d %d\n", sum_below(10), sum_below(5)); }
__global__ void products()
{
    int lo, hi, us;
    asm("dp2a.lo.s32.u32 %0, %1, %2, %3;" : "=r"(lo) : "r"(0xfffe0003), "r"(0x04050607), "r"(1));
    asm("dp2a.hi.s32.s32 %0, %1, %2, %3;" : "=r"(hi) : "r"(0xfffe0003), "r"(0x04f50607), "r"(1));
    asm("dp2a.lo.u32.u32 %0, %1, %2, %3;" : "=r"(us) : "r"(0x00020003), "r"(0x0405fffe), "r"(7));
    printf("%d %d %d\n", lo, hi, us);
}
#define TEST_OF(kind, type, letter, x) \
    [&] { int t; asm("{.reg .pred p; testp." kind "." type " p, %1; selp.s32 %0, 1, 0, p;}" : "=r"(t) : letter(x)); return t; }()
#define CLASSES(type, letter, x) \
    printf("%d%d%d%d%d%d ", TEST_OF("finite", type, letter, x), TEST_OF("infinite", type, letter, x), TEST_OF("number", type, letter, x), \
           TEST_OF("notanumber", type, letter, x), TEST_OF("normal", type, letter, x), TEST_OF("subnormal", type, letter, x))
__global__ void classes(float f, double d, float small, float zero)
{
    CLASSES("f32", "f", f);
    CLASSES("f32", "f", -f / zero);
    CLASSES("f32", "f", zero / zero);
    CLASSES("f32", "f", small);
    CLASSES("f32", "f", -zero);
    CLASSES("f64", "d", d);
    CLASSES("f64", "d", d * 1e-320);
    printf("\n");
}
__global__ void bits()
{
    unsigned r[8];
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(r[0]) : "r"(0xaaaa0000u), "r"(0), "r"(3));
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(r[1]) : "r"(0xaaaa0000u), "r"(31), "r"(-2));
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(r[2]) : "r"(0xaaaa0000u), "r"(17), "r"(0));
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(r[3]) : "r"(0xaaaa0000u), "r"(0), "r"(9));
    printf("%d %d %d %d", r[0], r[1], r[2], r[3]);
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(r[0]) : "r"(4), "r"(8));
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(r[1]) : "r"(28), "r"(40));
    asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(r[2]) : "r"(36), "r"(34));
    asm("szext.clamp.s32 %0, %1, %2;" : "=r"(r[3]) : "r"(0x1ff), "r"(8));
    asm("szext.clamp.u32 %0, %1, %2;" : "=r"(r[4]) : "r"(0x1ff), "r"(8));
    asm("szext.wrap.s32 %0, %1, %2;" : "=r"(r[5]) : "r"(0x27f), "r"(40));
    asm("szext.clamp.s32 %0, %1, %2;" : "=r"(r[6]) : "r"(0x80000001), "r"(99));
    printf(" %x %x %x %x %x %x %x\n", r[0], r[1], r[2], r[3], r[4], r[5], r[6]);
}
__global__ void halves(unsigned *sums)
{
    unsigned r[8];
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r[0]) : "f"(1.0f), "f"(2.0f));
    asm("cvt.rz.f16x2.f32 %0, %1, %2;" : "=r"(r[1]) : "f"(1.0009f), "f"(-70000.0f));
    asm("cvt.rn.relu.f16x2.f32 %0, %1, %2;" : "=r"(r[2]) : "f"(-1.0f), "f"(0.5f));
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r[3]) : "f"(1.0f), "f"(3.14159f));
    asm("{fma.rn.f16x2 %0, %1, %2, %3;}" : "=r"(r[4]) : "r"(0x3c003c00), "r"(0x40004200), "r"(0x3c003c00));
    asm("add.f16x2 %0, %1, %2;" : "=r"(r[5]) : "r"(0x3c003c00), "r"(0x4000bc00));
    asm("mul.f16x2 %0, %1, %2;" : "=r"(r[6]) : "r"(0x40003c00), "r"(0x4000c000));
    asm("neg.f16x2 %0, %1;" : "=r"(r[7]) : "r"(0x3c00bc00));
    if (threadIdx.x == 0) printf("%x %x %x %x %x %x %x %x\n", r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]);
    asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(r[0]) : "l"(sums), "r"(0x3c003800) : "memory");
    asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(sums + 1), "r"(0x3c00bc00) : "memory");
    unsigned elected, leader;
    asm volatile("{.reg .pred p; elect.sync %0|p, 0xffffffff; selp.u32 %1, 1, 0, p;}" : "=r"(leader), "=r"(elected));
    unsigned count = __popc(__ballot_sync(0xffffffff, elected));
    if (elected) printf("%u %d\n", count, leader == threadIdx.x);
}

int main()
{
    loops<<<1, 1>>>();
    products<<<1, 1>>>();
    classes<<<1, 1>>>(1.5f, 2, 1e-40f, 0);
    bits<<<1, 1>>>();
    unsigned *sums;
    cudaMallocManaged(&sums, 2 * sizeof *sums);
    sums[0] = sums[1] = 0;
    halves<<<1, 32>>>(sums);
    printf("%s", cudaGetErrorName(cudaDeviceSynchronize()));
    printf(" %x %x\n", sums[0], sums[1]);
    cudaFree(sums);
}
