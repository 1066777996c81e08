// Every operation that only computes, by the lanes of a full warp, by some of them, and with operands that all lanes share:
// a hash of each row of results. None is left to the interpreter.
// An H200 prints the same but for `tanh.approx` and a `bfe` with constants beyond the word.
#include <cmath>
#include <cstdio>
#include <cstring>

struct Numbers {
    unsigned i[3];
    unsigned long long l[3];
    float f[3];
    double d[3];
};

__device__ unsigned long long bits(unsigned x) { return x; }
__device__ unsigned long long bits(int x) { return (unsigned)x; }
__device__ unsigned long long bits(long long x) { return x; }
__device__ unsigned long long bits(unsigned long long x) { return x; }
__device__ unsigned long long bits(float x) { return __float_as_uint(x); }
__device__ unsigned long long bits(double x) { return __double_as_longlong(x); }

__device__ void add(unsigned long long *sums, int row, unsigned long long value)
{
    atomicAdd(&sums[row], (value ^ threadIdx.x * 77) * 0x9e3779b97f4a7c15 >> 7);
}

// One row for all lanes, one for some, one for what all lanes share.
#define ROW(TYPE, MAKE) \
    { \
        { const Numbers &n = own; TYPE x = 0; MAKE; add(sums, row, bits(x)); } \
        if (is_odd) { const Numbers &n = own; TYPE x = 0; MAKE; add(sums, row + 1, bits(x)); } \
        { const Numbers &n = *shared; TYPE x = 0; MAKE; add(sums, row + 2, bits(x)); } \
        row += 3; \
    }
#define I(OP) ROW(unsigned, asm(OP ";" : "=r"(x) : "r"(n.i[0]), "r"(n.i[1]), "r"(n.i[2])))
#define L(OP) ROW(unsigned long long, asm(OP ";" : "=l"(x) : "l"(n.l[0]), "l"(n.l[1]), "l"(n.l[2])))
#define M(OP) ROW(unsigned long long, asm(OP ";" : "=l"(x) : "l"(n.l[0]), "r"(n.i[1])))
#define N(OP) ROW(unsigned, asm(OP ";" : "=r"(x) : "l"(n.l[0])))
#define F(OP) ROW(float, asm(OP ";" : "=f"(x) : "f"(n.f[0]), "f"(n.f[1]), "f"(n.f[2])))
#define D(OP) ROW(double, asm(OP ";" : "=d"(x) : "d"(n.d[0]), "d"(n.d[1]), "d"(n.d[2])))
#define C(OP, TYPE, TO, FROM, WHAT) ROW(TYPE, asm(OP " %0, %1;" : TO(x) : FROM(n.WHAT[0])))

__global__ void words0(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    I("div.u32 %0, %1, %2")
    I("rem.u32 %0, %1, %2")
    I("mul.hi.u32 %0, %1, %2")
    I("mad.hi.u32 %0, %1, %2, %3")
    I("mul24.hi.u32 %0, %1, %2")
    I("mul24.lo.u32 %0, %1, %2")
    I("sad.u32 %0, %1, %2, %3")
    I("shr.u32 %0, %1, %2")
    I("bfe.u32 %0, %1, %2, %3")
    I("bfe.u32 %0, %1, 5, 9")
    I("bfe.u32 %0, %1, 28, 9")
    I("bfe.u32 %0, %1, 40, 3")
    I("bfind.u32 %0, %1")
    I("dp4a.u32.u32 %0, %1, %2, %3")
    I("dp4a.u32.s32 %0, %1, %2, %3")
    ROW(unsigned, x = __dp2a_lo(n.i[0], n.i[1], n.i[2]))
    ROW(unsigned, x = __dp2a_hi(n.i[0], n.i[1], n.i[2]))
    I("min.u32 %0, %1, %2")
    I("div.u32 %0, %1, 7")
    I("rem.u32 %0, %1, 10")
    I("div.s32 %0, %1, %2")
    I("rem.s32 %0, %1, %2")
    I("mul.hi.s32 %0, %1, %2")
    I("mad.hi.s32 %0, %1, %2, %3")
}

__global__ void words1(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    I("mul24.hi.s32 %0, %1, %2")
    I("mul24.lo.s32 %0, %1, %2")
    I("sad.s32 %0, %1, %2, %3")
    I("shr.s32 %0, %1, %2")
    I("bfe.s32 %0, %1, %2, %3")
    I("bfe.s32 %0, %1, 5, 9")
    I("bfe.s32 %0, %1, 28, 9")
    I("bfe.s32 %0, %1, 40, 3")
    I("bfind.s32 %0, %1")
    I("dp4a.s32.u32 %0, %1, %2, %3")
    I("dp4a.s32.s32 %0, %1, %2, %3")
    ROW(unsigned, x = __dp2a_lo(n.i[0], n.i[1], n.i[2]))
    ROW(unsigned, x = __dp2a_hi(n.i[0], n.i[1], n.i[2]))
    I("min.s32 %0, %1, %2")
    I("div.s32 %0, %1, 7")
    I("rem.s32 %0, %1, 10")
    I("add.sat.s32 %0, %1, %2")
    I("sub.sat.s32 %0, %1, %2")
    I("shl.b32 %0, %1, %2")
    I("popc.b32 %0, %1")
    I("clz.b32 %0, %1")
    I("brev.b32 %0, %1")
    I("bfi.b32 %0, %1, %2, %3, 7")
    I("bfi.b32 %0, %1, %2, 3, 11")
}

__global__ void words2(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    I("bfi.b32 %0, %1, %2, 0, 32")
    I("prmt.b32 %0, %1, %2, %3")
    I("prmt.b32 %0, %1, %2, 0x6172")
    I("prmt.b32 %0, %1, %2, 0xf4a1")
    I("shf.l.wrap.b32 %0, %1, %2, %3")
    I("shf.r.wrap.b32 %0, %1, %2, 7")
    I("shf.l.wrap.b32 %0, %1, %2, 32")
    I("shf.l.clamp.b32 %0, %1, %2, 40")
    I("shf.r.clamp.b32 %0, %1, %2, %3")
    I("shf.r.clamp.b32 %0, %1, %2, 32")
    I("lop3.b32 %0, %1, %2, %3, 0x96")
    I("activemask.b32 %0")
}

__global__ void wide0(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    L("div.u64 %0, %1, %2")
    L("rem.u64 %0, %1, %2")
    L("mul.hi.u64 %0, %1, %2")
    L("sad.u64 %0, %1, %2, %3")
    L("min.u64 %0, %1, %2")
    L("max.u64 %0, %1, %2")
    L("mad.hi.u64 %0, %1, %2, %3")
    L("div.s64 %0, %1, %2")
    L("rem.s64 %0, %1, %2")
    L("mul.hi.s64 %0, %1, %2")
    L("sad.s64 %0, %1, %2, %3")
    L("min.s64 %0, %1, %2")
    L("max.s64 %0, %1, %2")
    L("mad.hi.s64 %0, %1, %2, %3")
    L("brev.b64 %0, %1")
    L("neg.s64 %0, %1")
    L("abs.s64 %0, %1")
    M("shl.b64 %0, %1, %2")
    M("shr.u64 %0, %1, %2")
    M("shr.s64 %0, %1, %2")
    M("bfe.u64 %0, %1, %2, 9")
    M("bfe.s64 %0, %1, 7, %2")
    M("bfi.b64 %0, %1, %1, %2, 7")
    N("popc.b64 %0, %1")
}

__global__ void wide1(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    N("clz.b64 %0, %1")
    N("bfind.u64 %0, %1")
    N("bfind.s64 %0, %1")
}

__global__ void floats0(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    F("add.rn.f32 %0, %1, %2")
    F("mul.rn.f32 %0, %1, %2")
    F("fma.rn.f32 %0, %1, %2, %3")
    F("div.rn.f32 %0, %1, %2")
    F("sqrt.rn.f32 %0, %1")
    F("rcp.rn.f32 %0, %1")
    F("add.rn.ftz.f32 %0, %1, %2")
    F("add.rz.f32 %0, %1, %2")
    F("mul.rz.f32 %0, %1, %2")
    F("fma.rz.f32 %0, %1, %2, %3")
    F("div.rz.f32 %0, %1, %2")
    F("sqrt.rz.f32 %0, %1")
    F("rcp.rz.f32 %0, %1")
    F("add.rz.ftz.f32 %0, %1, %2")
    F("add.rm.f32 %0, %1, %2")
    F("mul.rm.f32 %0, %1, %2")
    F("fma.rm.f32 %0, %1, %2, %3")
    F("div.rm.f32 %0, %1, %2")
    F("sqrt.rm.f32 %0, %1")
    F("rcp.rm.f32 %0, %1")
    F("add.rm.ftz.f32 %0, %1, %2")
    F("add.rp.f32 %0, %1, %2")
    F("mul.rp.f32 %0, %1, %2")
    F("fma.rp.f32 %0, %1, %2, %3")
}

__global__ void floats1(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    F("div.rp.f32 %0, %1, %2")
    F("sqrt.rp.f32 %0, %1")
    F("rcp.rp.f32 %0, %1")
    F("add.rp.ftz.f32 %0, %1, %2")
    F("add.rn.sat.f32 %0, %1, %2")
    F("sub.rn.sat.f32 %0, %1, %2")
    F("mul.rn.sat.f32 %0, %1, %2")
    F("fma.rn.sat.f32 %0, %1, %2, %3")
    F("mul.rn.ftz.f32 %0, %1, %2")
    F("fma.rn.ftz.f32 %0, %1, %2, %3")
    F("min.f32 %0, %1, %2")
    F("max.f32 %0, %1, %2")
    F("min.ftz.f32 %0, %1, %2")
    F("sin.approx.f32 %0, %1")
    F("cos.approx.f32 %0, %1")
    F("lg2.approx.f32 %0, %1")
    F("ex2.approx.f32 %0, %1")
    F("sin.approx.ftz.f32 %0, %1")
    F("cos.approx.ftz.f32 %0, %1")
    F("lg2.approx.ftz.f32 %0, %1")
    F("ex2.approx.ftz.f32 %0, %1")
    F("tanh.approx.f32 %0, %1")
    F("rsqrt.approx.f32 %0, %1")
    F("rsqrt.approx.ftz.f32 %0, %1")
}

__global__ void floats2(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    F("rcp.approx.ftz.f32 %0, %1")
    F("sqrt.approx.f32 %0, %1")
    F("div.approx.f32 %0, %1, %2")
    F("copysign.f32 %0, %1, %2")
    F("neg.ftz.f32 %0, %1")
    F("abs.ftz.f32 %0, %1")
    F("cvt.rni.f32.f32 %0, %1")
    F("cvt.rni.ftz.f32.f32 %0, %1")
    F("cvt.rzi.f32.f32 %0, %1")
    F("cvt.rzi.ftz.f32.f32 %0, %1")
    F("cvt.rmi.f32.f32 %0, %1")
    F("cvt.rmi.ftz.f32.f32 %0, %1")
    F("cvt.rpi.f32.f32 %0, %1")
    F("cvt.rpi.ftz.f32.f32 %0, %1")
    F("cvt.sat.f32.f32 %0, %1")
}

__global__ void doubles0(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    D("add.rn.f64 %0, %1, %2")
    D("mul.rn.f64 %0, %1, %2")
    D("fma.rn.f64 %0, %1, %2, %3")
    D("div.rn.f64 %0, %1, %2")
    D("sqrt.rn.f64 %0, %1")
    D("rcp.rn.f64 %0, %1")
    D("add.rz.f64 %0, %1, %2")
    D("mul.rz.f64 %0, %1, %2")
    D("fma.rz.f64 %0, %1, %2, %3")
    D("div.rz.f64 %0, %1, %2")
    D("sqrt.rz.f64 %0, %1")
    D("rcp.rz.f64 %0, %1")
    D("add.rm.f64 %0, %1, %2")
    D("mul.rm.f64 %0, %1, %2")
    D("fma.rm.f64 %0, %1, %2, %3")
    D("div.rm.f64 %0, %1, %2")
    D("sqrt.rm.f64 %0, %1")
    D("rcp.rm.f64 %0, %1")
    D("add.rp.f64 %0, %1, %2")
    D("mul.rp.f64 %0, %1, %2")
    D("fma.rp.f64 %0, %1, %2, %3")
    D("div.rp.f64 %0, %1, %2")
    D("sqrt.rp.f64 %0, %1")
    D("rcp.rp.f64 %0, %1")
}

__global__ void doubles1(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    D("min.f64 %0, %1, %2")
    D("max.f64 %0, %1, %2")
    D("copysign.f64 %0, %1, %2")
    D("rsqrt.approx.f64 %0, %1")
    D("neg.f64 %0, %1")
    D("abs.f64 %0, %1")
    D("cvt.rni.f64.f64 %0, %1")
    D("cvt.rzi.f64.f64 %0, %1")
    D("cvt.rmi.f64.f64 %0, %1")
    D("cvt.rpi.f64.f64 %0, %1")
}

__global__ void conversions0(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    C("cvt.rn.f32.u32", float, "=f", "r", i)
    C("cvt.rn.f32.s32", float, "=f", "r", i)
    C("cvt.rn.f32.u64", float, "=f", "l", l)
    C("cvt.rn.f32.s64", float, "=f", "l", l)
    C("cvt.rn.f32.f64", float, "=f", "d", d)
    C("cvt.rn.f64.u64", double, "=d", "l", l)
    C("cvt.rn.f64.s64", double, "=d", "l", l)
    C("cvt.rz.f32.u32", float, "=f", "r", i)
    C("cvt.rz.f32.s32", float, "=f", "r", i)
    C("cvt.rz.f32.u64", float, "=f", "l", l)
    C("cvt.rz.f32.s64", float, "=f", "l", l)
    C("cvt.rz.f32.f64", float, "=f", "d", d)
    C("cvt.rz.f64.u64", double, "=d", "l", l)
    C("cvt.rz.f64.s64", double, "=d", "l", l)
    C("cvt.rm.f32.u32", float, "=f", "r", i)
    C("cvt.rm.f32.s32", float, "=f", "r", i)
    C("cvt.rm.f32.u64", float, "=f", "l", l)
    C("cvt.rm.f32.s64", float, "=f", "l", l)
    C("cvt.rm.f32.f64", float, "=f", "d", d)
    C("cvt.rm.f64.u64", double, "=d", "l", l)
    C("cvt.rm.f64.s64", double, "=d", "l", l)
    C("cvt.rp.f32.u32", float, "=f", "r", i)
    C("cvt.rp.f32.s32", float, "=f", "r", i)
    C("cvt.rp.f32.u64", float, "=f", "l", l)
}

__global__ void conversions1(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    C("cvt.rp.f32.s64", float, "=f", "l", l)
    C("cvt.rp.f32.f64", float, "=f", "d", d)
    C("cvt.rp.f64.u64", double, "=d", "l", l)
    C("cvt.rp.f64.s64", double, "=d", "l", l)
    C("cvt.rn.f64.u32", double, "=d", "r", i)
    C("cvt.rn.f64.s32", double, "=d", "r", i)
    C("cvt.f64.f32", double, "=d", "f", f)
    C("cvt.rni.u32.f32", unsigned, "=r", "f", f)
    C("cvt.rni.u32.f64", unsigned, "=r", "d", d)
    C("cvt.rni.s32.f32", unsigned, "=r", "f", f)
    C("cvt.rni.s32.f64", unsigned, "=r", "d", d)
    C("cvt.rni.u64.f32", unsigned long long, "=l", "f", f)
    C("cvt.rni.u64.f64", unsigned long long, "=l", "d", d)
    C("cvt.rni.s64.f32", unsigned long long, "=l", "f", f)
    C("cvt.rni.s64.f64", unsigned long long, "=l", "d", d)
    C("cvt.rzi.u32.f32", unsigned, "=r", "f", f)
    C("cvt.rzi.u32.f64", unsigned, "=r", "d", d)
    C("cvt.rzi.s32.f32", unsigned, "=r", "f", f)
    C("cvt.rzi.s32.f64", unsigned, "=r", "d", d)
    C("cvt.rzi.u64.f32", unsigned long long, "=l", "f", f)
    C("cvt.rzi.u64.f64", unsigned long long, "=l", "d", d)
    C("cvt.rzi.s64.f32", unsigned long long, "=l", "f", f)
    C("cvt.rzi.s64.f64", unsigned long long, "=l", "d", d)
    C("cvt.rmi.u32.f32", unsigned, "=r", "f", f)
}

__global__ void conversions2(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    C("cvt.rmi.u32.f64", unsigned, "=r", "d", d)
    C("cvt.rmi.s32.f32", unsigned, "=r", "f", f)
    C("cvt.rmi.s32.f64", unsigned, "=r", "d", d)
    C("cvt.rmi.u64.f32", unsigned long long, "=l", "f", f)
    C("cvt.rmi.u64.f64", unsigned long long, "=l", "d", d)
    C("cvt.rmi.s64.f32", unsigned long long, "=l", "f", f)
    C("cvt.rmi.s64.f64", unsigned long long, "=l", "d", d)
    C("cvt.rpi.u32.f32", unsigned, "=r", "f", f)
    C("cvt.rpi.u32.f64", unsigned, "=r", "d", d)
    C("cvt.rpi.s32.f32", unsigned, "=r", "f", f)
    C("cvt.rpi.s32.f64", unsigned, "=r", "d", d)
    C("cvt.rpi.u64.f32", unsigned long long, "=l", "f", f)
    C("cvt.rpi.u64.f64", unsigned long long, "=l", "d", d)
    C("cvt.rpi.s64.f32", unsigned long long, "=l", "f", f)
    C("cvt.rpi.s64.f64", unsigned long long, "=l", "d", d)
    C("cvt.sat.s32.u32", unsigned, "=r", "r", i)
    C("cvt.sat.u32.s64", unsigned, "=r", "l", l)
    C("cvt.sat.s32.s64", unsigned, "=r", "l", l)
}

__global__ void functions0(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    ROW(float, x = sinf(n.f[0]))
    ROW(float, x = cosf(n.f[0]))
    ROW(float, x = tanf(n.f[0]))
    ROW(float, x = expf(n.f[0]))
    ROW(float, x = exp2f(n.f[0]))
    ROW(float, x = exp10f(n.f[0]))
    ROW(float, x = logf(n.f[0]))
    ROW(float, x = log2f(n.f[0]))
    ROW(float, x = log10f(n.f[0]))
    ROW(float, x = sqrtf(n.f[0]))
    ROW(float, x = rsqrtf(n.f[0]))
    ROW(float, x = cbrtf(n.f[0]))
    ROW(float, x = erff(n.f[0]))
    ROW(float, x = erfcf(n.f[0]))
    ROW(float, x = tanhf(n.f[0]))
    ROW(float, x = atanf(n.f[0]))
    ROW(float, x = asinf(n.f[0]))
    ROW(float, x = floorf(n.f[0]))
    ROW(float, x = ceilf(n.f[0]))
    ROW(float, x = roundf(n.f[0]))
    ROW(float, x = rintf(n.f[0]))
    ROW(float, x = truncf(n.f[0]))
    ROW(float, x = lgammaf(n.f[0]))
    ROW(float, x = expm1f(n.f[0]))
}

__global__ void functions1(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    ROW(float, x = log1pf(n.f[0]))
    ROW(float, x = sinpif(n.f[0]))
    ROW(float, x = __sinf(n.f[0]))
    ROW(float, x = __cosf(n.f[0]))
    ROW(float, x = __expf(n.f[0]))
    ROW(float, x = __logf(n.f[0]))
    ROW(float, x = __log2f(n.f[0]))
    ROW(float, x = __log10f(n.f[0]))
    ROW(float, x = __tanf(n.f[0]))
    ROW(float, x = normcdff(n.f[0]))
    ROW(float, x = powf(n.f[0], n.f[1]))
    ROW(float, x = fmodf(n.f[0], n.f[1]))
    ROW(float, x = atan2f(n.f[0], n.f[1]))
    ROW(float, x = hypotf(n.f[0], n.f[1]))
    ROW(float, x = fminf(n.f[0], n.f[1]))
    ROW(float, x = fmaxf(n.f[0], n.f[1]))
    ROW(float, x = __powf(n.f[0], n.f[1]))
    ROW(float, x = __fdividef(n.f[0], n.f[1]))
    ROW(float, x = copysignf(n.f[0], n.f[1]))
    ROW(float, x = fdimf(n.f[0], n.f[1]))
}

__global__ void double_functions0(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    ROW(double, x = sin(n.d[0]))
    ROW(double, x = cos(n.d[0]))
    ROW(double, x = exp(n.d[0]))
    ROW(double, x = log(n.d[0]))
    ROW(double, x = sqrt(n.d[0]))
    ROW(double, x = cbrt(n.d[0]))
    ROW(double, x = erf(n.d[0]))
    ROW(double, x = floor(n.d[0]))
    ROW(double, x = tanh(n.d[0]))
    ROW(double, x = exp2(n.d[0]))
    ROW(double, x = pow(n.d[0], n.d[1]))
    ROW(double, x = fmod(n.d[0], n.d[1]))
    ROW(double, x = fmin(n.d[0], n.d[1]))
    ROW(double, x = fmax(n.d[0], n.d[1]))
    ROW(double, x = atan2(n.d[0], n.d[1]))
}

__global__ void exchanges0(const Numbers *numbers, const Numbers *shared, unsigned long long *sums)
{
    Numbers own = numbers[blockIdx.x * blockDim.x + threadIdx.x];
    bool is_odd = own.i[2] % 3 == 1;
    int row = 0;
    ROW(unsigned, x = __shfl_sync(__activemask(), n.i[0], n.i[1] & 31))
    ROW(unsigned, x = __shfl_sync(__activemask(), n.i[0], 3))
    ROW(float, x = __shfl_sync(__activemask(), n.f[0], 1, 8))
    ROW(unsigned, x = __shfl_up_sync(__activemask(), n.i[0], n.i[1] & 31))
    ROW(unsigned, x = __shfl_up_sync(__activemask(), n.i[0], 3))
    ROW(float, x = __shfl_up_sync(__activemask(), n.f[0], 1, 8))
    ROW(unsigned, x = __shfl_down_sync(__activemask(), n.i[0], n.i[1] & 31))
    ROW(unsigned, x = __shfl_down_sync(__activemask(), n.i[0], 3))
    ROW(float, x = __shfl_down_sync(__activemask(), n.f[0], 1, 8))
    ROW(unsigned, x = __shfl_xor_sync(__activemask(), n.i[0], n.i[1] & 31))
    ROW(unsigned, x = __shfl_xor_sync(__activemask(), n.i[0], 3))
    ROW(float, x = __shfl_xor_sync(__activemask(), n.f[0], 1, 8))
    ROW(unsigned, x = __ballot_sync(__activemask(), n.i[0] & 1))
    ROW(unsigned, x = __any_sync(__activemask(), n.i[0] & 1))
    ROW(unsigned, x = __all_sync(__activemask(), n.i[0] & 1))
    ROW(unsigned, x = __match_any_sync(__activemask(), n.i[1] & 7))
    ROW(unsigned, { int p; x = __match_all_sync(__activemask(), n.i[1] & 7, &p) + p; })
    ROW(unsigned, x = __reduce_add_sync(__activemask(), n.i[0]))
    ROW(unsigned, x = __reduce_min_sync(__activemask(), n.i[0]))
    ROW(unsigned, x = __reduce_max_sync(__activemask(), n.i[0]))
    ROW(unsigned, x = __reduce_and_sync(__activemask(), n.i[0]))
    ROW(unsigned, x = __reduce_or_sync(__activemask(), n.i[0]))
    ROW(unsigned, x = __reduce_xor_sync(__activemask(), n.i[0]))
}

// All kinds of bits, the special ones often; divisors are not 0.
static unsigned state = 12345;

static unsigned next()
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

static unsigned word()
{
    unsigned x = next();
    switch (next() % 4) {
    case 0: return x;
    case 1: return x % 64 + 1;
    case 2: return 0x80000000u >> x % 32;
    default: return ~(x % 5);
    }
}

static float from_bits(unsigned bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float number()
{
    unsigned special[] = {0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00001, 0xffa00000, 1, 0x807fffff, 0x7f7fffff, 0x4b000000};
    unsigned x = next();
    switch (x % 4) {
    case 0: return from_bits(special[x / 4 % 12]);
    case 1: return (int)(x >> 8) * 0.00001f - 80;
    case 2: return (x >> 8) * 1e-7f;
    default: return from_bits(next());
    }
}

static void fill(Numbers &n)
{
    for (int k = 0; k < 3; k++) {
        n.i[k] = word();
        n.l[k] = next() % 3 ? (unsigned long long)word() << 32 | next() : word();
        if (n.l[k] == 0) n.l[k] = 1;
        n.f[k] = number();
        n.d[k] = next() % 2 ? (double)number() : number() * 1.000000123;
    }
    if (n.i[1] == 0) n.i[1] = 3;
}

int main()
{
    const int blocks = 3, threads = 80, rows = 72;
    static Numbers host[blocks * threads], one;
    for (Numbers &n : host) fill(n);
    fill(one);
    Numbers *numbers, *shared;
    unsigned long long *sums, found[rows];
    cudaMalloc(&numbers, sizeof host);
    cudaMalloc(&shared, sizeof one);
    cudaMalloc(&sums, sizeof found);
    cudaMemcpy(numbers, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(shared, &one, sizeof one, cudaMemcpyHostToDevice);
#define RUN(KERNEL, ROWS) \
    cudaMemset(sums, 0, sizeof found); \
    KERNEL<<<blocks, threads>>>(numbers, shared, sums); \
    cudaMemcpy(found, sums, sizeof found, cudaMemcpyDeviceToHost); \
    for (int i = 0; i < ROWS; i++) \
        printf(#KERNEL " %d: %016llx %016llx %016llx\n", i, found[3 * i], found[3 * i + 1], found[3 * i + 2]);
    RUN(words0, 24)
    RUN(words1, 24)
    RUN(words2, 12)
    RUN(wide0, 24)
    RUN(wide1, 3)
    RUN(floats0, 24)
    RUN(floats1, 24)
    RUN(floats2, 15)
    RUN(doubles0, 24)
    RUN(doubles1, 10)
    RUN(conversions0, 24)
    RUN(conversions1, 24)
    RUN(conversions2, 18)
    RUN(functions0, 24)
    RUN(functions1, 20)
    RUN(double_functions0, 15)
    RUN(exchanges0, 23)
    return cudaDeviceSynchronize();
}
