// Instructions with modifiers; the output is an H100's.
#include <cmath>
#include <cstdio>
#define U(name, code, ...) { unsigned r; asm(code : "=r"(r) : __VA_ARGS__); printf("%-22s %08x\n", name, r); }
#define F(name, code, ...) { float r; asm(code : "=f"(r) : __VA_ARGS__); printf("%-22s %08x\n", name, __float_as_uint(r)); }
__global__ void k(float a, float b, float nan, float den, unsigned u, unsigned v)
{
    F("min.NaN", "min.NaN.f32 %0, %1, %2;", "f"(nan), "f"(b));
    F("max.NaN", "max.NaN.f32 %0, %1, %2;", "f"(a), "f"(nan));
    F("min.xorsign.abs", "min.xorsign.abs.f32 %0, %1, %2;", "f"(-5.f), "f"(3.f));
    U("max.relu.s32", "max.relu.s32 %0, %1, %2;", "r"(-4), "r"(-9));
    U("mul.hi.u16", "{.reg .u16 a, b; cvt.u16.u32 a, %1; mul.hi.u16 b, a, a; cvt.u32.u16 %0, b;}", "r"(60000));
    U("bfind.shiftamt", "bfind.shiftamt.u32 %0, %1;", "r"(u >> 5));
    U("prmt.f4e", "prmt.b32.f4e %0, %1, %2, 1;", "r"(0x44332211), "r"(0x88776655));
    U("prmt.b4e", "prmt.b32.b4e %0, %1, %2, 2;", "r"(u), "r"(v));
    U("prmt.rc8", "prmt.b32.rc8 %0, %1, %2, 1;", "r"(0x44332211), "r"(0x88776655));
    U("prmt.ecl", "prmt.b32.ecl %0, %1, %2, 2;", "r"(0x44332211), "r"(0x88776655));
    U("prmt.ecr", "prmt.b32.ecr %0, %1, %2, 2;", "r"(0x44332211), "r"(0x88776655));
    U("prmt.rc16", "prmt.b32.rc16 %0, %1, %2, 1;", "r"(0x44332211), "r"(0x88776655));
    U("setp.eq.ftz", "{.reg .pred p; setp.eq.ftz.f32 p, %1, %2; selp.u32 %0, 1, 0, p;}", "f"(den), "f"(0.f));
}
__global__ void nan_to_int(double d, float f)
{
    printf("%x %x %llx %llx\n", (int)d, (unsigned)d, (long long)d, (unsigned long long)d);
    printf("%x %x %llx %llx\n", (int)f, (unsigned)f, (long long)f, (unsigned long long)f);
    printf("%x %x %x %x %x\n", __double2int_rn(d), __double2int_rz(d), __double2uint_rd(d), __float2int_rn(f), __float2uint_rz(f));
}
int main()
{
    k<<<1, 1>>>(0.75f, -3.25f, __builtin_nanf(""), 1e-40f, 0x89abcdefu, 0x7654f210u);
    nan_to_int<<<1, 1>>>(NAN, NAN);
    nan_to_int<<<1, 1>>>(1e30, -1e30f);
    cudaDeviceSynchronize();
}
