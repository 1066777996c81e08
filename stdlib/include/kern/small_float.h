// A floating type of 16 bits and the pair of two, included once for each (`<cuda_fp16.h>`, `<cuda_bf16.h>`), which say what the
// names are. Arithmetic that the type has none of itself is that of `float`, rounded once more: with 24 bits that gives what one
// rounding gives.
struct KERN_RAW {
    unsigned short x;
};
struct alignas(4) KERN_PAIR_RAW {
    unsigned short x, y;
};
struct KERN_SMALL {
    KERN_VALUE __v;

    KERN_SMALL() = default;
    __host__ __device__ KERN_SMALL(const KERN_RAW &raw) : __v(KERN_OF_BITS(raw.x)) {}
    __host__ __device__ KERN_SMALL(float f) : __v(KERN_OF_FLOAT(f)) {}
    __host__ __device__ KERN_SMALL(double f) : __v(KERN_OF_FLOAT(__kern_odd(f))) {}
    __host__ __device__ KERN_SMALL(short n) : KERN_SMALL((double)n) {}
    __host__ __device__ KERN_SMALL(unsigned short n) : KERN_SMALL((double)n) {}
    __host__ __device__ KERN_SMALL(int n) : KERN_SMALL((double)n) {}
    __host__ __device__ KERN_SMALL(unsigned int n) : KERN_SMALL((double)n) {}
    __host__ __device__ KERN_SMALL(long n) : KERN_SMALL(__kern_odd(n)) {}
    __host__ __device__ KERN_SMALL(unsigned long n) : KERN_SMALL(__kern_odd(n)) {}
    __host__ __device__ KERN_SMALL(long long n) : KERN_SMALL(__kern_odd((long)n)) {}
    __host__ __device__ KERN_SMALL(unsigned long long n) : KERN_SMALL(__kern_odd((unsigned long)n)) {}
    KERN_OTHER
    __host__ __device__ KERN_SMALL &operator=(const KERN_RAW &raw) { __v = KERN_OF_BITS(raw.x); return *this; }
    __host__ __device__ KERN_SMALL &operator=(float f) { return *this = KERN_SMALL(f); }
    __host__ __device__ KERN_SMALL &operator=(double f) { return *this = KERN_SMALL(f); }
    __host__ __device__ KERN_SMALL &operator=(short n) { return *this = KERN_SMALL(n); }
    __host__ __device__ KERN_SMALL &operator=(unsigned short n) { return *this = KERN_SMALL(n); }
    __host__ __device__ KERN_SMALL &operator=(int n) { return *this = KERN_SMALL(n); }
    __host__ __device__ KERN_SMALL &operator=(unsigned int n) { return *this = KERN_SMALL(n); }
    __host__ __device__ KERN_SMALL &operator=(long long n) { return *this = KERN_SMALL(n); }
    __host__ __device__ KERN_SMALL &operator=(unsigned long long n) { return *this = KERN_SMALL(n); }

    __host__ __device__ operator KERN_RAW() const { return KERN_RAW{__x()}; }
    __host__ __device__ unsigned short __x() const { return KERN_BITS(__v); }
    __host__ __device__ operator float() const { return KERN_FLOAT(__v); }
    __host__ __device__ operator bool() const { return (__x() & 0x7fff) != 0; }
    __host__ __device__ operator signed char() const { return (signed char)__kern_whole(*this, -128, 127); }
    __host__ __device__ operator unsigned char() const { return (unsigned char)__kern_whole(*this, 0, 255); }
    __host__ __device__ operator char() const { return (char)__kern_whole(*this, -128, 127); }
    __host__ __device__ operator short() const { return (short)__kern_whole(*this, -32768, 32767); }
    __host__ __device__ operator unsigned short() const { return (unsigned short)__kern_whole(*this, 0, 65535); }
    __host__ __device__ operator int() const { return (int)__kern_whole(*this, -2147483648LL, 2147483647); }
    __host__ __device__ operator unsigned int() const { return (unsigned int)__kern_whole(*this, 0, 4294967295LL); }
    __host__ __device__ operator long() const { return __kern_whole((float)*this); }
    __host__ __device__ operator unsigned long() const { return __kern_natural((float)*this); }
    __host__ __device__ operator long long() const { return __kern_whole((float)*this); }
    __host__ __device__ operator unsigned long long() const { return __kern_natural((float)*this); }
};
struct alignas(4) KERN_PAIR {
    KERN_SMALL x, y;

    KERN_PAIR() = default;
    __host__ __device__ KERN_PAIR(const KERN_SMALL &a, const KERN_SMALL &b) : x(a), y(b) {}
    __host__ __device__ KERN_PAIR(const KERN_PAIR_RAW &raw) : x(KERN_RAW{raw.x}), y(KERN_RAW{raw.y}) {}
    __host__ __device__ KERN_PAIR &operator=(const KERN_PAIR_RAW &raw) { return *this = KERN_PAIR(raw); }
    __host__ __device__ operator KERN_PAIR_RAW() const { return KERN_PAIR_RAW{x.__x(), y.__x()}; }
};

// Rounded once: the sum is rounded to odd before.
__host__ __device__ inline KERN_SMALL __hfma(KERN_SMALL a, KERN_SMALL b, KERN_SMALL c)
{
    return KERN_SMALL(__kern_odd_sum((double)(float)a * (double)(float)b, (double)(float)c));
}
__host__ __device__ inline KERN_SMALL __hadd(KERN_SMALL a, KERN_SMALL b) { KERN_ARITHMETIC(add, +) }
__host__ __device__ inline KERN_SMALL __hsub(KERN_SMALL a, KERN_SMALL b) { KERN_ARITHMETIC(sub, -) }
__host__ __device__ inline KERN_SMALL __hmul(KERN_SMALL a, KERN_SMALL b) { KERN_ARITHMETIC(mul, *) }
__host__ __device__ inline KERN_SMALL __hdiv(KERN_SMALL a, KERN_SMALL b) { return KERN_SMALL((float)a / (float)b); }
__host__ __device__ inline KERN_SMALL __hadd_rn(KERN_SMALL a, KERN_SMALL b) { KERN_ROUNDED(add, +) }
__host__ __device__ inline KERN_SMALL __hsub_rn(KERN_SMALL a, KERN_SMALL b) { KERN_ROUNDED(sub, -) }
__host__ __device__ inline KERN_SMALL __hmul_rn(KERN_SMALL a, KERN_SMALL b) { KERN_ROUNDED(mul, *) }
__host__ __device__ inline KERN_SMALL __kern_saturated(KERN_SMALL a)
{
    float f = a;
    return f > 0.0f ? (f > 1.0f ? KERN_SMALL(1.0f) : a) : KERN_SMALL(0.0f);
}
__host__ __device__ inline KERN_SMALL __hadd_sat(KERN_SMALL a, KERN_SMALL b) { return __kern_saturated(KERN_SATURABLE(__hadd)(a, b)); }
__host__ __device__ inline KERN_SMALL __hsub_sat(KERN_SMALL a, KERN_SMALL b) { return __kern_saturated(KERN_SATURABLE(__hsub)(a, b)); }
__host__ __device__ inline KERN_SMALL __hmul_sat(KERN_SMALL a, KERN_SMALL b) { return __kern_saturated(__hmul(a, b)); }
__host__ __device__ inline KERN_SMALL __hfma_sat(KERN_SMALL a, KERN_SMALL b, KERN_SMALL c) { return __kern_saturated(__hfma(a, b, c)); }
__host__ __device__ inline KERN_SMALL __hneg(KERN_SMALL a) { a.__v = KERN_NEGATIVE(a.__v); return a; }
__host__ __device__ inline KERN_SMALL __habs(KERN_SMALL a) { return KERN_RAW{(unsigned short)(a.__x() & 0x7fff)}; }
__host__ __device__ inline bool __hisnan(KERN_SMALL a) { return (a.__x() & 0x7fff) > KERN_INFINITY; }
__host__ __device__ inline int __hisinf(KERN_SMALL a) { return a.__x() == KERN_INFINITY ? 1 : a.__x() == (KERN_INFINITY | 0x8000) ? -1 : 0; }
__host__ __device__ inline bool __heq(KERN_SMALL a, KERN_SMALL b) { return (float)a == (float)b; }
__host__ __device__ inline bool __hne(KERN_SMALL a, KERN_SMALL b) { return (float)a < (float)b || (float)a > (float)b; }
__host__ __device__ inline bool __hlt(KERN_SMALL a, KERN_SMALL b) { return (float)a < (float)b; }
__host__ __device__ inline bool __hle(KERN_SMALL a, KERN_SMALL b) { return (float)a <= (float)b; }
__host__ __device__ inline bool __hgt(KERN_SMALL a, KERN_SMALL b) { return (float)a > (float)b; }
__host__ __device__ inline bool __hge(KERN_SMALL a, KERN_SMALL b) { return (float)a >= (float)b; }
__host__ __device__ inline bool __hequ(KERN_SMALL a, KERN_SMALL b) { return !__hne(a, b); }
__host__ __device__ inline bool __hneu(KERN_SMALL a, KERN_SMALL b) { return !__heq(a, b); }
__host__ __device__ inline bool __hltu(KERN_SMALL a, KERN_SMALL b) { return !__hge(a, b); }
__host__ __device__ inline bool __hleu(KERN_SMALL a, KERN_SMALL b) { return !__hgt(a, b); }
__host__ __device__ inline bool __hgtu(KERN_SMALL a, KERN_SMALL b) { return !__hle(a, b); }
__host__ __device__ inline bool __hgeu(KERN_SMALL a, KERN_SMALL b) { return !__hlt(a, b); }
__host__ __device__ inline KERN_SMALL __kern_nan(KERN_SMALL) { return KERN_RAW{KERN_NAN}; }
// -0 is less than +0; of a number and a NaN the number is taken.
__host__ __device__ inline KERN_SMALL __hmax(KERN_SMALL a, KERN_SMALL b)
{
    if (__hisnan(a)) return __hisnan(b) ? __kern_nan(a) : b;
    if (__hisnan(b)) return a;
    return __heq(a, b) ? ((a.__x() & 0x8000) != 0 ? b : a) : (__hgt(a, b) ? a : b);
}
__host__ __device__ inline KERN_SMALL __hmin(KERN_SMALL a, KERN_SMALL b)
{
    if (__hisnan(a)) return __hisnan(b) ? __kern_nan(a) : b;
    if (__hisnan(b)) return a;
    return __heq(a, b) ? ((a.__x() & 0x8000) != 0 ? a : b) : (__hlt(a, b) ? a : b);
}
__host__ __device__ inline KERN_SMALL __hmax_nan(KERN_SMALL a, KERN_SMALL b) { return __hisnan(a) || __hisnan(b) ? __kern_nan(a) : __hmax(a, b); }
__host__ __device__ inline KERN_SMALL __hmin_nan(KERN_SMALL a, KERN_SMALL b) { return __hisnan(a) || __hisnan(b) ? __kern_nan(a) : __hmin(a, b); }
__host__ __device__ inline KERN_SMALL __hfma_relu(KERN_SMALL a, KERN_SMALL b, KERN_SMALL c) { return __hmax_nan(__hfma(a, b, c), KERN_SMALL(0.0f)); }

__host__ __device__ inline KERN_SMALL operator+(const KERN_SMALL &a, const KERN_SMALL &b) { return __hadd(a, b); }
__host__ __device__ inline KERN_SMALL operator-(const KERN_SMALL &a, const KERN_SMALL &b) { return __hsub(a, b); }
__host__ __device__ inline KERN_SMALL operator*(const KERN_SMALL &a, const KERN_SMALL &b) { return __hmul(a, b); }
__host__ __device__ inline KERN_SMALL operator/(const KERN_SMALL &a, const KERN_SMALL &b) { return __hdiv(a, b); }
__host__ __device__ inline KERN_SMALL &operator+=(KERN_SMALL &a, const KERN_SMALL &b) { return a = __hadd(a, b); }
__host__ __device__ inline KERN_SMALL &operator-=(KERN_SMALL &a, const KERN_SMALL &b) { return a = __hsub(a, b); }
__host__ __device__ inline KERN_SMALL &operator*=(KERN_SMALL &a, const KERN_SMALL &b) { return a = __hmul(a, b); }
__host__ __device__ inline KERN_SMALL &operator/=(KERN_SMALL &a, const KERN_SMALL &b) { return a = __hdiv(a, b); }
__host__ __device__ inline KERN_SMALL operator+(const KERN_SMALL &a) { return a; }
__host__ __device__ inline KERN_SMALL operator-(const KERN_SMALL &a) { return __hneg(a); }
__host__ __device__ inline KERN_SMALL &operator++(KERN_SMALL &a) { return a = __hadd(a, KERN_SMALL(1.0f)); }
__host__ __device__ inline KERN_SMALL &operator--(KERN_SMALL &a) { return a = __hsub(a, KERN_SMALL(1.0f)); }
__host__ __device__ inline KERN_SMALL operator++(KERN_SMALL &a, int) { KERN_SMALL old = a; ++a; return old; }
__host__ __device__ inline KERN_SMALL operator--(KERN_SMALL &a, int) { KERN_SMALL old = a; --a; return old; }
__host__ __device__ inline bool operator==(const KERN_SMALL &a, const KERN_SMALL &b) { return __heq(a, b); }
__host__ __device__ inline bool operator!=(const KERN_SMALL &a, const KERN_SMALL &b) { return __hneu(a, b); }
__host__ __device__ inline bool operator<(const KERN_SMALL &a, const KERN_SMALL &b) { return __hlt(a, b); }
__host__ __device__ inline bool operator>(const KERN_SMALL &a, const KERN_SMALL &b) { return __hgt(a, b); }
__host__ __device__ inline bool operator<=(const KERN_SMALL &a, const KERN_SMALL &b) { return __hle(a, b); }
__host__ __device__ inline bool operator>=(const KERN_SMALL &a, const KERN_SMALL &b) { return __hge(a, b); }

#define KERN_BY_PARTS_1(pair, single) \
    __host__ __device__ inline KERN_PAIR pair(KERN_PAIR a) { return KERN_PAIR(single(a.x), single(a.y)); }
#define KERN_BY_PARTS_2(pair, single) \
    __host__ __device__ inline KERN_PAIR pair(KERN_PAIR a, KERN_PAIR b) { return KERN_PAIR(single(a.x, b.x), single(a.y, b.y)); }
#define KERN_BY_PARTS_3(pair, single) \
    __host__ __device__ inline KERN_PAIR pair(KERN_PAIR a, KERN_PAIR b, KERN_PAIR c) { return KERN_PAIR(single(a.x, b.x, c.x), single(a.y, b.y, c.y)); }
#define KERN_COMPARED(name) \
    __host__ __device__ inline KERN_PAIR __h##name##2(KERN_PAIR a, KERN_PAIR b) \
    { \
        return KERN_PAIR(KERN_SMALL(__h##name(a.x, b.x) ? 1.0f : 0.0f), KERN_SMALL(__h##name(a.y, b.y) ? 1.0f : 0.0f)); \
    } \
    __host__ __device__ inline bool __hb##name##2(KERN_PAIR a, KERN_PAIR b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); } \
    __host__ __device__ inline unsigned int __h##name##2_mask(KERN_PAIR a, KERN_PAIR b) \
    { \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u); \
    }
KERN_BY_PARTS_2(__hadd2, __hadd)
KERN_BY_PARTS_2(__hsub2, __hsub)
KERN_BY_PARTS_2(__hmul2, __hmul)
KERN_BY_PARTS_2(__h2div, __hdiv)
KERN_BY_PARTS_2(__hadd2_rn, __hadd_rn)
KERN_BY_PARTS_2(__hsub2_rn, __hsub_rn)
KERN_BY_PARTS_2(__hmul2_rn, __hmul_rn)
KERN_BY_PARTS_2(__hadd2_sat, __hadd_sat)
KERN_BY_PARTS_2(__hsub2_sat, __hsub_sat)
KERN_BY_PARTS_2(__hmul2_sat, __hmul_sat)
KERN_BY_PARTS_2(__hmax2, __hmax)
KERN_BY_PARTS_2(__hmin2, __hmin)
KERN_BY_PARTS_2(__hmax2_nan, __hmax_nan)
KERN_BY_PARTS_2(__hmin2_nan, __hmin_nan)
KERN_BY_PARTS_1(__hneg2, __hneg)
KERN_BY_PARTS_1(__habs2, __habs)
KERN_BY_PARTS_3(__hfma2, __hfma)
KERN_BY_PARTS_3(__hfma2_sat, __hfma_sat)
KERN_BY_PARTS_3(__hfma2_relu, __hfma_relu)
KERN_COMPARED(eq)
KERN_COMPARED(ne)
KERN_COMPARED(lt)
KERN_COMPARED(le)
KERN_COMPARED(gt)
KERN_COMPARED(ge)
KERN_COMPARED(equ)
KERN_COMPARED(neu)
KERN_COMPARED(ltu)
KERN_COMPARED(leu)
KERN_COMPARED(gtu)
KERN_COMPARED(geu)
__host__ __device__ inline KERN_PAIR __hisnan2(KERN_PAIR a) { return KERN_PAIR(KERN_SMALL(__hisnan(a.x) ? 1.0f : 0.0f), KERN_SMALL(__hisnan(a.y) ? 1.0f : 0.0f)); }
__host__ __device__ inline KERN_PAIR __hcmadd(KERN_PAIR a, KERN_PAIR b, KERN_PAIR c)
{
    KERN_SMALL real = __hfma(a.x, b.x, c.x), imaginary = __hfma(a.x, b.y, c.y);
    return KERN_PAIR(__hfma(__hneg(a.y), b.y, real), __hfma(a.y, b.x, imaginary));
}
__host__ __device__ inline KERN_PAIR operator+(const KERN_PAIR &a, const KERN_PAIR &b) { return __hadd2(a, b); }
__host__ __device__ inline KERN_PAIR operator-(const KERN_PAIR &a, const KERN_PAIR &b) { return __hsub2(a, b); }
__host__ __device__ inline KERN_PAIR operator*(const KERN_PAIR &a, const KERN_PAIR &b) { return __hmul2(a, b); }
__host__ __device__ inline KERN_PAIR operator/(const KERN_PAIR &a, const KERN_PAIR &b) { return __h2div(a, b); }
__host__ __device__ inline KERN_PAIR &operator+=(KERN_PAIR &a, const KERN_PAIR &b) { return a = __hadd2(a, b); }
__host__ __device__ inline KERN_PAIR &operator-=(KERN_PAIR &a, const KERN_PAIR &b) { return a = __hsub2(a, b); }
__host__ __device__ inline KERN_PAIR &operator*=(KERN_PAIR &a, const KERN_PAIR &b) { return a = __hmul2(a, b); }
__host__ __device__ inline KERN_PAIR &operator/=(KERN_PAIR &a, const KERN_PAIR &b) { return a = __h2div(a, b); }
__host__ __device__ inline KERN_PAIR operator+(const KERN_PAIR &a) { return a; }
__host__ __device__ inline KERN_PAIR operator-(const KERN_PAIR &a) { return __hneg2(a); }
__host__ __device__ inline KERN_PAIR &operator++(KERN_PAIR &a) { return ++a.x, ++a.y, a; }
__host__ __device__ inline KERN_PAIR &operator--(KERN_PAIR &a) { return --a.x, --a.y, a; }
__host__ __device__ inline KERN_PAIR operator++(KERN_PAIR &a, int) { KERN_PAIR old = a; ++a; return old; }
__host__ __device__ inline KERN_PAIR operator--(KERN_PAIR &a, int) { KERN_PAIR old = a; --a; return old; }
__host__ __device__ inline bool operator==(const KERN_PAIR &a, const KERN_PAIR &b) { return __hbeq2(a, b); }
__host__ __device__ inline bool operator!=(const KERN_PAIR &a, const KERN_PAIR &b) { return __hbneu2(a, b); }
__host__ __device__ inline bool operator<(const KERN_PAIR &a, const KERN_PAIR &b) { return __hblt2(a, b); }
__host__ __device__ inline bool operator>(const KERN_PAIR &a, const KERN_PAIR &b) { return __hbgt2(a, b); }
__host__ __device__ inline bool operator<=(const KERN_PAIR &a, const KERN_PAIR &b) { return __hble2(a, b); }
__host__ __device__ inline bool operator>=(const KERN_PAIR &a, const KERN_PAIR &b) { return __hbge2(a, b); }

__host__ __device__ inline float __low2float(KERN_PAIR a) { return a.x; }
__host__ __device__ inline float __high2float(KERN_PAIR a) { return a.y; }

// Functions: those of `float`, rounded.
#define KERN_FUNCTION(single, pair, call) \
    __device__ inline KERN_SMALL single(KERN_SMALL a) { return KERN_SMALL(call((float)a)); } \
    __device__ inline KERN_PAIR pair(KERN_PAIR a) { return KERN_PAIR(single(a.x), single(a.y)); }
KERN_FUNCTION(hceil, h2ceil, ceilf)
KERN_FUNCTION(hfloor, h2floor, floorf)
KERN_FUNCTION(hrint, h2rint, rintf)
KERN_FUNCTION(htrunc, h2trunc, truncf)
KERN_FUNCTION(hsqrt, h2sqrt, sqrtf)
KERN_FUNCTION(hrsqrt, h2rsqrt, rsqrtf)
KERN_FUNCTION(hrcp, h2rcp, 1.0f /)
KERN_FUNCTION(hsin, h2sin, sinf)
KERN_FUNCTION(hcos, h2cos, cosf)
KERN_FUNCTION(hexp, h2exp, expf)
KERN_FUNCTION(hexp2, h2exp2, exp2f)
KERN_FUNCTION(hexp10, h2exp10, exp10f)
KERN_FUNCTION(hlog, h2log, logf)
KERN_FUNCTION(hlog2, h2log2, log2f)
KERN_FUNCTION(hlog10, h2log10, log10f)
KERN_FUNCTION(htanh, h2tanh, tanhf)
KERN_FUNCTION(htanh_approx, h2tanh_approx, __tanhf)

// Memory and lanes, as integers of the size.
__device__ inline KERN_SMALL __kern_as_small(unsigned int bits, KERN_SMALL) { return KERN_RAW{(unsigned short)bits}; }
__device__ inline KERN_PAIR __kern_as_small(unsigned int bits, KERN_PAIR) { return KERN_PAIR_RAW{(unsigned short)bits, (unsigned short)(bits >> 16)}; }
__device__ inline unsigned int __kern_small_bits(KERN_SMALL a) { return a.__x(); }
__device__ inline unsigned int __kern_small_bits(KERN_PAIR a) { return a.x.__x() | (unsigned int)a.y.__x() << 16; }
#define KERN_MEMORY(T, W) \
    __device__ inline T __ldg(const T *p) { return __kern_as_small(__ldg((const W *)p), T()); } \
    __device__ inline T __ldca(const T *p) { return __kern_as_small(__ldca((const W *)p), T()); } \
    __device__ inline T __ldcg(const T *p) { return __kern_as_small(__ldcg((const W *)p), T()); } \
    __device__ inline T __ldcs(const T *p) { return __kern_as_small(__ldcs((const W *)p), T()); } \
    __device__ inline T __ldcv(const T *p) { return __kern_as_small(__ldcv((const W *)p), T()); } \
    __device__ inline T __ldlu(const T *p) { return __kern_as_small(__ldlu((const W *)p), T()); } \
    __device__ inline void __stcg(T *p, T value) { __stcg((W *)p, (W)__kern_small_bits(value)); } \
    __device__ inline void __stcs(T *p, T value) { __stcs((W *)p, (W)__kern_small_bits(value)); } \
    __device__ inline void __stwb(T *p, T value) { __stwb((W *)p, (W)__kern_small_bits(value)); } \
    __device__ inline void __stwt(T *p, T value) { __stwt((W *)p, (W)__kern_small_bits(value)); } \
    __device__ inline T __shfl_sync(unsigned int mask, T value, int lane, int width = 32) \
    { \
        return __kern_as_small(__shfl_sync(mask, __kern_small_bits(value), lane, width), T()); \
    } \
    __device__ inline T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32) \
    { \
        return __kern_as_small(__shfl_up_sync(mask, __kern_small_bits(value), delta, width), T()); \
    } \
    __device__ inline T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32) \
    { \
        return __kern_as_small(__shfl_down_sync(mask, __kern_small_bits(value), delta, width), T()); \
    } \
    __device__ inline T __shfl_xor_sync(unsigned int mask, T value, int lanes, int width = 32) \
    { \
        return __kern_as_small(__shfl_xor_sync(mask, __kern_small_bits(value), lanes, width), T()); \
    }
KERN_MEMORY(KERN_SMALL, unsigned short)
KERN_MEMORY(KERN_PAIR, unsigned int)
__device__ inline KERN_SMALL atomicAdd(KERN_SMALL *p, KERN_SMALL value)
{
    unsigned short old = *(volatile unsigned short *)p, seen;
    do {
        seen = old;
        old = atomicCAS((unsigned short *)p, seen, __hadd_rn(KERN_RAW{seen}, value).__x());
    } while (old != seen);
    return KERN_RAW{old};
}
__device__ inline KERN_PAIR atomicAdd(KERN_PAIR *p, KERN_PAIR value)
{
    unsigned int old = *(volatile unsigned int *)p, seen;
    do {
        seen = old;
        old = atomicCAS((unsigned int *)p, seen, __kern_small_bits(__hadd2_rn(__kern_as_small(seen, value), value)));
    } while (old != seen);
    return __kern_as_small(old, value);
}

// Conversions, by the name that the type has in them.
#define KERN_JOIN(before, name, after) before##name##after
#define KERN_JOINED(before, name, after) KERN_JOIN(before, name, after)
#define KERN_NAME(before, after) KERN_JOINED(before, KERN_STEM, after)
#define KERN_NAME_2(before, between, after) KERN_JOINED(KERN_NAME(before, between), KERN_STEM, after)
__host__ __device__ inline KERN_SMALL KERN_NAME(__float2, )(float f) { return KERN_SMALL(f); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__float2, _rn)(float f) { return KERN_SMALL(f); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__double2, )(double f) { return KERN_SMALL(f); }
__host__ __device__ inline float KERN_NAME(__, 2float)(KERN_SMALL a) { return a; }
__host__ __device__ inline KERN_SMALL KERN_NAME(__float2, _rd)(float f)
{
    KERN_SMALL near = f;
    return (float)near > f ? KERN_SMALL(KERN_RAW{__kern_next_down(near.__x())}) : near;
}
__host__ __device__ inline KERN_SMALL KERN_NAME(__float2, _ru)(float f)
{
    KERN_SMALL near = f;
    return (float)near < f ? KERN_SMALL(KERN_RAW{__kern_next_up(near.__x())}) : near;
}
__host__ __device__ inline KERN_SMALL KERN_NAME(__float2, _rz)(float f) { return f < 0.0f ? KERN_NAME(__float2, _ru)(f) : KERN_NAME(__float2, _rd)(f); }
// Of `d`, which is an integer or one rounded to odd: the order of it and a value of 16 bits is that of the integer.
__host__ __device__ inline KERN_SMALL KERN_NAME(__kern_, _down)(double d)
{
    KERN_SMALL near = d;
    return (double)(float)near > d ? KERN_SMALL(KERN_RAW{__kern_next_down(near.__x())}) : near;
}
__host__ __device__ inline KERN_SMALL KERN_NAME(__kern_, _up)(double d)
{
    KERN_SMALL near = d;
    return (double)(float)near < d ? KERN_SMALL(KERN_RAW{__kern_next_up(near.__x())}) : near;
}
__host__ __device__ inline KERN_PAIR KERN_NAME(__float2, 2_rn)(float f) { return KERN_PAIR(KERN_SMALL(f), KERN_SMALL(f)); }
__host__ __device__ inline KERN_PAIR KERN_NAME(__floats2, 2_rn)(float a, float b) { return KERN_PAIR(KERN_SMALL(a), KERN_SMALL(b)); }
__host__ __device__ inline KERN_PAIR KERN_NAME(__float22, 2_rn)(float2 a) { return KERN_PAIR(KERN_SMALL(a.x), KERN_SMALL(a.y)); }
__host__ __device__ inline float2 KERN_NAME(__, 22float2)(KERN_PAIR a) { return make_float2(a.x, a.y); }
__host__ __device__ inline KERN_PAIR KERN_NAME_2(__, 2, 2)(KERN_SMALL a) { return KERN_PAIR(a, a); }
__host__ __device__ inline KERN_PAIR KERN_NAME(__halves2, 2)(KERN_SMALL a, KERN_SMALL b) { return KERN_PAIR(a, b); }
__host__ __device__ inline KERN_PAIR KERN_NAME(make_, 2)(KERN_SMALL a, KERN_SMALL b) { return KERN_PAIR(a, b); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__low2, )(KERN_PAIR a) { return a.x; }
__host__ __device__ inline KERN_SMALL KERN_NAME(__high2, )(KERN_PAIR a) { return a.y; }
__host__ __device__ inline KERN_PAIR KERN_NAME(__low2, 2)(KERN_PAIR a) { return KERN_PAIR(a.x, a.x); }
__host__ __device__ inline KERN_PAIR KERN_NAME(__high2, 2)(KERN_PAIR a) { return KERN_PAIR(a.y, a.y); }
__host__ __device__ inline KERN_PAIR KERN_NAME(__lows2, 2)(KERN_PAIR a, KERN_PAIR b) { return KERN_PAIR(a.x, b.x); }
__host__ __device__ inline KERN_PAIR KERN_NAME(__highs2, 2)(KERN_PAIR a, KERN_PAIR b) { return KERN_PAIR(a.y, b.y); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__ushort_as_, )(unsigned short bits) { return KERN_RAW{bits}; }
__host__ __device__ inline KERN_SMALL KERN_NAME(__short_as_, )(short bits) { return KERN_RAW{(unsigned short)bits}; }
__host__ __device__ inline unsigned short KERN_NAME(__, _as_ushort)(KERN_SMALL a) { return a.__x(); }
__host__ __device__ inline short KERN_NAME(__, _as_short)(KERN_SMALL a) { return (short)a.__x(); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__int2, _rn)(int n) { return KERN_SMALL(n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__int2, _rz)(int n) { return n < 0 ? KERN_NAME(__kern_, _up)((double)n) : KERN_NAME(__kern_, _down)((double)n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__int2, _rd)(int n) { return KERN_NAME(__kern_, _down)((double)n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__int2, _ru)(int n) { return KERN_NAME(__kern_, _up)((double)n); }
__host__ __device__ inline int KERN_NAME(__, 2int_rz)(KERN_SMALL a) { return (int)a; }
__device__ inline int KERN_NAME(__, 2int_rn)(KERN_SMALL a) { return (int)__kern_whole(rintf((float)a), -2147483648LL, 2147483647); }
__device__ inline int KERN_NAME(__, 2int_rd)(KERN_SMALL a) { return (int)__kern_whole(floorf((float)a), -2147483648LL, 2147483647); }
__device__ inline int KERN_NAME(__, 2int_ru)(KERN_SMALL a) { return (int)__kern_whole(ceilf((float)a), -2147483648LL, 2147483647); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__uint2, _rn)(unsigned int n) { return KERN_SMALL(n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__uint2, _rz)(unsigned int n) { return KERN_NAME(__kern_, _down)((double)n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__uint2, _rd)(unsigned int n) { return KERN_NAME(__kern_, _down)((double)n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__uint2, _ru)(unsigned int n) { return KERN_NAME(__kern_, _up)((double)n); }
__host__ __device__ inline unsigned int KERN_NAME(__, 2uint_rz)(KERN_SMALL a) { return (unsigned int)a; }
__device__ inline unsigned int KERN_NAME(__, 2uint_rn)(KERN_SMALL a) { return (unsigned int)__kern_whole(rintf((float)a), 0, 4294967295LL); }
__device__ inline unsigned int KERN_NAME(__, 2uint_rd)(KERN_SMALL a) { return (unsigned int)__kern_whole(floorf((float)a), 0, 4294967295LL); }
__device__ inline unsigned int KERN_NAME(__, 2uint_ru)(KERN_SMALL a) { return (unsigned int)__kern_whole(ceilf((float)a), 0, 4294967295LL); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__short2, _rn)(short n) { return KERN_SMALL(n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__short2, _rz)(short n) { return n < 0 ? KERN_NAME(__kern_, _up)((double)n) : KERN_NAME(__kern_, _down)((double)n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__short2, _rd)(short n) { return KERN_NAME(__kern_, _down)((double)n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__short2, _ru)(short n) { return KERN_NAME(__kern_, _up)((double)n); }
__host__ __device__ inline short KERN_NAME(__, 2short_rz)(KERN_SMALL a) { return (short)a; }
__device__ inline short KERN_NAME(__, 2short_rn)(KERN_SMALL a) { return (short)__kern_whole(rintf((float)a), -32768, 32767); }
__device__ inline short KERN_NAME(__, 2short_rd)(KERN_SMALL a) { return (short)__kern_whole(floorf((float)a), -32768, 32767); }
__device__ inline short KERN_NAME(__, 2short_ru)(KERN_SMALL a) { return (short)__kern_whole(ceilf((float)a), -32768, 32767); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__ushort2, _rn)(unsigned short n) { return KERN_SMALL(n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__ushort2, _rz)(unsigned short n) { return KERN_NAME(__kern_, _down)((double)n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__ushort2, _rd)(unsigned short n) { return KERN_NAME(__kern_, _down)((double)n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__ushort2, _ru)(unsigned short n) { return KERN_NAME(__kern_, _up)((double)n); }
__host__ __device__ inline unsigned short KERN_NAME(__, 2ushort_rz)(KERN_SMALL a) { return (unsigned short)a; }
__device__ inline unsigned short KERN_NAME(__, 2ushort_rn)(KERN_SMALL a) { return (unsigned short)__kern_whole(rintf((float)a), 0, 65535); }
__device__ inline unsigned short KERN_NAME(__, 2ushort_rd)(KERN_SMALL a) { return (unsigned short)__kern_whole(floorf((float)a), 0, 65535); }
__device__ inline unsigned short KERN_NAME(__, 2ushort_ru)(KERN_SMALL a) { return (unsigned short)__kern_whole(ceilf((float)a), 0, 65535); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__ll2, _rn)(long long n) { return KERN_SMALL(n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__ll2, _rz)(long long n) { return n < 0 ? KERN_NAME(__kern_, _up)(__kern_odd((long)n)) : KERN_NAME(__kern_, _down)(__kern_odd((long)n)); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__ll2, _rd)(long long n) { return KERN_NAME(__kern_, _down)(__kern_odd((long)n)); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__ll2, _ru)(long long n) { return KERN_NAME(__kern_, _up)(__kern_odd((long)n)); }
__host__ __device__ inline long long KERN_NAME(__, 2ll_rz)(KERN_SMALL a) { return (long long)a; }
__device__ inline long long KERN_NAME(__, 2ll_rn)(KERN_SMALL a) { return __kern_whole(rintf((float)a)); }
__device__ inline long long KERN_NAME(__, 2ll_rd)(KERN_SMALL a) { return __kern_whole(floorf((float)a)); }
__device__ inline long long KERN_NAME(__, 2ll_ru)(KERN_SMALL a) { return __kern_whole(ceilf((float)a)); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__ull2, _rn)(unsigned long long n) { return KERN_SMALL(n); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__ull2, _rz)(unsigned long long n) { return KERN_NAME(__kern_, _down)(__kern_odd((unsigned long)n)); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__ull2, _rd)(unsigned long long n) { return KERN_NAME(__kern_, _down)(__kern_odd((unsigned long)n)); }
__host__ __device__ inline KERN_SMALL KERN_NAME(__ull2, _ru)(unsigned long long n) { return KERN_NAME(__kern_, _up)(__kern_odd((unsigned long)n)); }
__host__ __device__ inline unsigned long long KERN_NAME(__, 2ull_rz)(KERN_SMALL a) { return (unsigned long long)a; }
__device__ inline unsigned long long KERN_NAME(__, 2ull_rn)(KERN_SMALL a) { return __kern_natural(rintf((float)a)); }
__device__ inline unsigned long long KERN_NAME(__, 2ull_rd)(KERN_SMALL a) { return __kern_natural(floorf((float)a)); }
__device__ inline unsigned long long KERN_NAME(__, 2ull_ru)(KERN_SMALL a) { return __kern_natural(ceilf((float)a)); }
__host__ __device__ inline signed char KERN_NAME(__, 2char_rz)(KERN_SMALL a) { return (signed char)a; }
__host__ __device__ inline unsigned char KERN_NAME(__, 2uchar_rz)(KERN_SMALL a) { return (unsigned char)a; }
#undef KERN_JOIN
#undef KERN_JOINED
#undef KERN_NAME
#undef KERN_NAME_2
#undef KERN_STEM
#undef KERN_SMALL
#undef KERN_PAIR
#undef KERN_RAW
#undef KERN_PAIR_RAW
#undef KERN_OTHER
#undef KERN_BITS
#undef KERN_FLOAT
#undef KERN_INFINITY
#undef KERN_NAN
#undef KERN_ARITHMETIC
#undef KERN_ROUNDED
#undef KERN_SATURABLE
#undef KERN_NEGATIVE
#undef KERN_VALUE
#undef KERN_OF_BITS
#undef KERN_OF_FLOAT
#undef KERN_BY_PARTS_1
#undef KERN_BY_PARTS_2
#undef KERN_BY_PARTS_3
#undef KERN_COMPARED
#undef KERN_FUNCTION
#undef KERN_MEMORY
