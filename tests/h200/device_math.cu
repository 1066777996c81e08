// Functions of <math.h> in kernels, bit by bit: a digest of 4,096 results each, of numbers of all sizes in the range where the
// function is interesting; and the approximate operations, of 65,536 bit patterns each.
#include <cmath>
#include <cstdio>
#include <vector>

__device__ unsigned long long mix(unsigned long long z)
{
    z += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

// Evenly between the bounds; every fourth of any exponent.
__device__ float number(int i, unsigned seed, float low, float high)
{
    unsigned long long bits = mix(i * 1000003ull + seed);
    if (i % 4 == 3) {
        float size = ldexpf(__uint_as_float(0x3f800000u | (unsigned)(bits & 0x7fffff)), (int)((bits >> 23) % 30) - 26);
        if (low < 0 && (bits >> 60 & 1)) size = -size;
        if (size >= low && size <= high) return size;
    }
    return __fmaf_rn(__fsub_rn(high, low), (float)(bits >> 40) * 0x1p-24f, low);
}

__device__ double number(int i, unsigned seed, double low, double high)
{
    unsigned long long bits = mix(i * 1000003ull + seed);
    if (i % 4 == 3) {
        double size = ldexp(__longlong_as_double(0x3ff0000000000000ull | (bits & 0xfffffffffffffull)), (int)((bits >> 52) % 30) - 26);
        if (low < 0 && (bits >> 63 & 1)) size = -size;
        if (size >= low && size <= high) return size;
    }
    return __fma_rn(__dsub_rn(high, low), (double)(bits >> 11) * 0x1p-53, low);
}

__device__ unsigned long long bits_of(float x) { return x != x ? 0x7fffffffu : __float_as_uint(x); }
__device__ unsigned long long bits_of(double x) { return x != x ? 0x7ff8000000000000ull : (unsigned long long)__double_as_longlong(x); }

// The sum does not depend on the order in which threads add.
#define DIGEST(name, count, value)                                                                                                 \
    __global__ void name(unsigned long long *sum)                                                                                  \
    {                                                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                                                             \
        if (i < count) atomicAdd(sum, mix(bits_of(value) + 31ull * i));                                                            \
    }

__device__ float ex2(unsigned bits)
{
    float y;
    asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float ex2_ftz(unsigned bits)
{
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float lg2(unsigned bits)
{
    float y;
    asm("lg2.approx.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float lg2_ftz(unsigned bits)
{
    float y;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float rcp(unsigned bits)
{
    float y;
    asm("rcp.approx.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float rcp_ftz(unsigned bits)
{
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float rsqrt(unsigned bits)
{
    float y;
    asm("rsqrt.approx.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float rsqrt_ftz(unsigned bits)
{
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float sqrt(unsigned bits)
{
    float y;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float sqrt_ftz(unsigned bits)
{
    float y;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float sin(unsigned bits)
{
    float y;
    asm("sin.approx.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float sin_ftz(unsigned bits)
{
    float y;
    asm("sin.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float cos(unsigned bits)
{
    float y;
    asm("cos.approx.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float cos_ftz(unsigned bits)
{
    float y;
    asm("cos.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(__uint_as_float(bits)));
    return y;
}

__device__ float div_approx(unsigned a, unsigned b)
{
    float y;
    asm("div.approx.f32 %0, %1, %2;" : "=f"(y) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b)));
    return y;
}

__device__ float div_approx_ftz(unsigned a, unsigned b)
{
    float y;
    asm("div.approx.ftz.f32 %0, %1, %2;" : "=f"(y) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b)));
    return y;
}

__device__ float div_full(unsigned a, unsigned b)
{
    float y;
    asm("div.full.f32 %0, %1, %2;" : "=f"(y) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b)));
    return y;
}

__device__ float div_full_ftz(unsigned a, unsigned b)
{
    float y;
    asm("div.full.ftz.f32 %0, %1, %2;" : "=f"(y) : "f"(__uint_as_float(a)), "f"(__uint_as_float(b)));
    return y;
}

__device__ double rcp_approx_ftz_f64(unsigned high)
{
    double y;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(__hiloint2double(high, 0)));
    return y;
}

__device__ double rsqrt_approx_ftz_f64(unsigned high)
{
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(__hiloint2double(high, 0)));
    return y;
}

DIGEST(k1_sinf, 4096, sinf(number(i, 1, -100.0f, 100.0f)))
DIGEST(k2_sinf_far, 4096, sinf(number(i, 2, -1000000.0f, 1000000.0f)))
DIGEST(k3_cosf, 4096, cosf(number(i, 3, -100.0f, 100.0f)))
DIGEST(k4_cosf_far, 4096, cosf(number(i, 4, -1000000.0f, 1000000.0f)))
DIGEST(k5_tanf, 4096, tanf(number(i, 5, -100.0f, 100.0f)))
DIGEST(k6_sinpif, 4096, sinpif(number(i, 6, -50.0f, 50.0f)))
DIGEST(k7_cospif, 4096, cospif(number(i, 7, -50.0f, 50.0f)))
DIGEST(k8_asinf, 4096, asinf(number(i, 8, -1.0f, 1.0f)))
DIGEST(k9_acosf, 4096, acosf(number(i, 9, -1.0f, 1.0f)))
DIGEST(k10_atanf, 4096, atanf(number(i, 10, -20.0f, 20.0f)))
DIGEST(k11_sinhf, 4096, sinhf(number(i, 11, -80.0f, 80.0f)))
DIGEST(k12_coshf, 4096, coshf(number(i, 12, -80.0f, 80.0f)))
DIGEST(k13_tanhf, 4096, tanhf(number(i, 13, -10.0f, 10.0f)))
DIGEST(k14_asinhf, 4096, asinhf(number(i, 14, -1000.0f, 1000.0f)))
DIGEST(k15_acoshf, 4096, acoshf(number(i, 15, 1.0f, 1000.0f)))
DIGEST(k16_atanhf, 4096, atanhf(number(i, 16, -1.0f, 1.0f)))
DIGEST(k17_expf, 4096, expf(number(i, 17, -100.0f, 90.0f)))
DIGEST(k18_exp2f, 4096, exp2f(number(i, 18, -130.0f, 128.0f)))
DIGEST(k19_exp10f, 4096, exp10f(number(i, 19, -40.0f, 38.5f)))
DIGEST(k20_expm1f, 4096, expm1f(number(i, 20, -20.0f, 80.0f)))
DIGEST(k21_logf, 4096, logf(number(i, 21, 1e-6f, 1000000.0f)))
DIGEST(k22_log2f, 4096, log2f(number(i, 22, 1e-6f, 1000000.0f)))
DIGEST(k23_log10f, 4096, log10f(number(i, 23, 1e-6f, 1000000.0f)))
DIGEST(k24_log1pf, 4096, log1pf(number(i, 24, -1.0f, 1000.0f)))
DIGEST(k25_cbrtf, 4096, cbrtf(number(i, 25, -1000000.0f, 1000000.0f)))
DIGEST(k26_rcbrtf, 4096, rcbrtf(number(i, 26, -1000000.0f, 1000000.0f)))
DIGEST(k27_rsqrtf, 4096, rsqrtf(number(i, 27, 1e-6f, 1000000.0f)))
DIGEST(k28_erff, 4096, erff(number(i, 28, -4.0f, 4.0f)))
DIGEST(k29_erfcf, 4096, erfcf(number(i, 29, -4.0f, 10.0f)))
DIGEST(k30_erfinvf, 4096, erfinvf(number(i, 30, -1.0f, 1.0f)))
DIGEST(k31_erfcinvf, 4096, erfcinvf(number(i, 31, 0.0f, 2.0f)))
DIGEST(k32_erfcxf, 4096, erfcxf(number(i, 32, -5.0f, 50.0f)))
DIGEST(k33_normcdff, 4096, normcdff(number(i, 33, -10.0f, 10.0f)))
DIGEST(k34_normcdfinvf, 4096, normcdfinvf(number(i, 34, 0.0f, 1.0f)))
DIGEST(k35_tgammaf, 4096, tgammaf(number(i, 35, -10.0f, 35.0f)))
DIGEST(k36_lgammaf, 4096, lgammaf(number(i, 36, -20.0f, 100.0f)))
DIGEST(k37_j0f, 4096, j0f(number(i, 37, 0.0f, 100.0f)))
DIGEST(k38_j1f, 4096, j1f(number(i, 38, 0.0f, 100.0f)))
DIGEST(k39_y0f, 4096, y0f(number(i, 39, 0.0f, 100.0f)))
DIGEST(k40_y1f, 4096, y1f(number(i, 40, 0.0f, 100.0f)))
DIGEST(k41_cyl_bessel_i0f, 4096, cyl_bessel_i0f(number(i, 41, -20.0f, 20.0f)))
DIGEST(k42_cyl_bessel_i1f, 4096, cyl_bessel_i1f(number(i, 42, -20.0f, 20.0f)))
DIGEST(k43_sinf, 4096, __sinf(number(i, 43, -100.0f, 100.0f)))
DIGEST(k44_cosf, 4096, __cosf(number(i, 44, -100.0f, 100.0f)))
DIGEST(k45_tanf, 4096, __tanf(number(i, 45, -100.0f, 100.0f)))
DIGEST(k46_expf, 4096, __expf(number(i, 46, -80.0f, 80.0f)))
DIGEST(k47_exp10f, 4096, __exp10f(number(i, 47, -35.0f, 35.0f)))
DIGEST(k48_logf, 4096, __logf(number(i, 48, 1e-6f, 1000000.0f)))
DIGEST(k49_log2f, 4096, __log2f(number(i, 49, 1e-6f, 1000000.0f)))
DIGEST(k50_log10f, 4096, __log10f(number(i, 50, 1e-6f, 1000000.0f)))
DIGEST(k51_frsqrt_rn, 4096, __frsqrt_rn(number(i, 51, 1e-6f, 1000000.0f)))
DIGEST(k52_frcp_rn, 4096, __frcp_rn(number(i, 52, -1000.0f, 1000.0f)))
DIGEST(k53_sqrtf, 4096, sqrtf(number(i, 53, 0.0f, 1000000.0f)))
DIGEST(k54_sin, 4096, sin(number(i, 54, -100.0, 100.0)))
DIGEST(k55_sin_far, 4096, sin(number(i, 55, -1000000.0, 1000000.0)))
DIGEST(k56_cos, 4096, cos(number(i, 56, -100.0, 100.0)))
DIGEST(k57_cos_far, 4096, cos(number(i, 57, -1000000.0, 1000000.0)))
DIGEST(k58_tan, 4096, tan(number(i, 58, -100.0, 100.0)))
DIGEST(k59_sinpi, 4096, sinpi(number(i, 59, -50.0, 50.0)))
DIGEST(k60_cospi, 4096, cospi(number(i, 60, -50.0, 50.0)))
DIGEST(k61_asin, 4096, asin(number(i, 61, -1.0, 1.0)))
DIGEST(k62_acos, 4096, acos(number(i, 62, -1.0, 1.0)))
DIGEST(k63_atan, 4096, atan(number(i, 63, -20.0, 20.0)))
DIGEST(k64_sinh, 4096, sinh(number(i, 64, -600.0, 600.0)))
DIGEST(k65_cosh, 4096, cosh(number(i, 65, -600.0, 600.0)))
DIGEST(k66_tanh, 4096, tanh(number(i, 66, -10.0, 10.0)))
DIGEST(k67_asinh, 4096, asinh(number(i, 67, -1000.0, 1000.0)))
DIGEST(k68_acosh, 4096, acosh(number(i, 68, 1.0, 1000.0)))
DIGEST(k69_atanh, 4096, atanh(number(i, 69, -1.0, 1.0)))
DIGEST(k70_exp, 4096, exp(number(i, 70, -600.0, 600.0)))
DIGEST(k71_exp2, 4096, exp2(number(i, 71, -130.0, 128.0)))
DIGEST(k72_exp10, 4096, exp10(number(i, 72, -40.0, 38.5)))
DIGEST(k73_expm1, 4096, expm1(number(i, 73, -20.0, 80.0)))
DIGEST(k74_log, 4096, log(number(i, 74, 1e-6, 1000000.0)))
DIGEST(k75_log2, 4096, log2(number(i, 75, 1e-6, 1000000.0)))
DIGEST(k76_log10, 4096, log10(number(i, 76, 1e-6, 1000000.0)))
DIGEST(k77_log1p, 4096, log1p(number(i, 77, -1.0, 1000.0)))
DIGEST(k78_cbrt, 4096, cbrt(number(i, 78, -1000000.0, 1000000.0)))
DIGEST(k79_rcbrt, 4096, rcbrt(number(i, 79, -1000000.0, 1000000.0)))
DIGEST(k80_rsqrt, 4096, rsqrt(number(i, 80, 1e-6, 1000000.0)))
DIGEST(k81_erf, 4096, erf(number(i, 81, -4.0, 4.0)))
DIGEST(k82_erfc, 4096, erfc(number(i, 82, -4.0, 10.0)))
DIGEST(k83_erfinv, 4096, erfinv(number(i, 83, -1.0, 1.0)))
DIGEST(k84_erfcinv, 4096, erfcinv(number(i, 84, 0.0, 2.0)))
DIGEST(k85_erfcx, 4096, erfcx(number(i, 85, -5.0, 50.0)))
DIGEST(k86_normcdf, 4096, normcdf(number(i, 86, -10.0, 10.0)))
DIGEST(k87_normcdfinv, 4096, normcdfinv(number(i, 87, 0.0, 1.0)))
DIGEST(k88_tgamma, 4096, tgamma(number(i, 88, -10.0, 35.0)))
DIGEST(k89_lgamma, 4096, lgamma(number(i, 89, -20.0, 100.0)))
DIGEST(k90_j0, 4096, j0(number(i, 90, 0.0, 100.0)))
DIGEST(k91_j1, 4096, j1(number(i, 91, 0.0, 100.0)))
DIGEST(k92_y0, 4096, y0(number(i, 92, 0.0, 100.0)))
DIGEST(k93_y1, 4096, y1(number(i, 93, 0.0, 100.0)))
DIGEST(k94_cyl_bessel_i0, 4096, cyl_bessel_i0(number(i, 94, -20.0, 20.0)))
DIGEST(k95_cyl_bessel_i1, 4096, cyl_bessel_i1(number(i, 95, -20.0, 20.0)))
DIGEST(k96_powf, 4096, powf(number(i, 96, 0.0f, 50.0f), number(i, 1096, -8.0f, 8.0f)))
DIGEST(k97_powf, 4096, powf(number(i, 97, 0.001f, 2.0f), number(i, 1097, -40.0f, 40.0f)))
DIGEST(k98_atan2f, 4096, atan2f(number(i, 98, -10.0f, 10.0f), number(i, 1098, -10.0f, 10.0f)))
DIGEST(k99_hypotf, 4096, hypotf(number(i, 99, -100.0f, 100.0f), number(i, 1099, -100.0f, 100.0f)))
DIGEST(k100_rhypotf, 4096, rhypotf(number(i, 100, -100.0f, 100.0f), number(i, 1100, -100.0f, 100.0f)))
DIGEST(k101_fmodf, 4096, fmodf(number(i, 101, -100.0f, 100.0f), number(i, 1101, -7.0f, 7.0f)))
DIGEST(k102_remainderf, 4096, remainderf(number(i, 102, -100.0f, 100.0f), number(i, 1102, -7.0f, 7.0f)))
DIGEST(k103_fdividef, 4096, __fdividef(number(i, 103, -100.0f, 100.0f), number(i, 1103, -7.0f, 7.0f)))
DIGEST(k104_powf, 4096, __powf(number(i, 104, 0.0f, 50.0f), number(i, 1104, -8.0f, 8.0f)))
DIGEST(k105_fdividef, 4096, fdividef(number(i, 105, -100.0f, 100.0f), number(i, 1105, -7.0f, 7.0f)))
DIGEST(k106_pow, 4096, pow(number(i, 106, 0.0, 50.0), number(i, 1106, -8.0, 8.0)))
DIGEST(k107_pow, 4096, pow(number(i, 107, 0.001, 2.0), number(i, 1107, -40.0, 40.0)))
DIGEST(k108_atan2, 4096, atan2(number(i, 108, -10.0, 10.0), number(i, 1108, -10.0, 10.0)))
DIGEST(k109_hypot, 4096, hypot(number(i, 109, -100.0, 100.0), number(i, 1109, -100.0, 100.0)))
DIGEST(k110_rhypot, 4096, rhypot(number(i, 110, -100.0, 100.0), number(i, 1110, -100.0, 100.0)))
DIGEST(k111_fmod, 4096, fmod(number(i, 111, -100.0, 100.0), number(i, 1111, -7.0, 7.0)))
DIGEST(a_ex2, 65536, ex2(i * 65521u))
DIGEST(a_ex2_ftz, 65536, ex2_ftz(i * 65521u))
DIGEST(a_lg2, 65536, lg2(i * 65521u))
DIGEST(a_lg2_ftz, 65536, lg2_ftz(i * 65521u))
DIGEST(a_rcp, 65536, rcp(i * 65521u))
DIGEST(a_rcp_ftz, 65536, rcp_ftz(i * 65521u))
DIGEST(a_rsqrt, 65536, rsqrt(i * 65521u))
DIGEST(a_rsqrt_ftz, 65536, rsqrt_ftz(i * 65521u))
DIGEST(a_sqrt, 65536, sqrt(i * 65521u))
DIGEST(a_sqrt_ftz, 65536, sqrt_ftz(i * 65521u))
DIGEST(a_sin, 65536, sin(i * 65521u))
DIGEST(a_sin_ftz, 65536, sin_ftz(i * 65521u))
DIGEST(a_cos, 65536, cos(i * 65521u))
DIGEST(a_cos_ftz, 65536, cos_ftz(i * 65521u))
DIGEST(a_div_approx, 65536, div_approx(i * 65521u, (unsigned)mix(i)))
DIGEST(a_div_approx_ftz, 65536, div_approx_ftz(i * 65521u, (unsigned)mix(i)))
DIGEST(a_div_full, 65536, div_full(i * 65521u, (unsigned)mix(i)))
DIGEST(a_div_full_ftz, 65536, div_full_ftz(i * 65521u, (unsigned)mix(i)))
DIGEST(a_rcp_approx_ftz_f64, 65536, rcp_approx_ftz_f64(i * 65521u))
DIGEST(a_rsqrt_approx_ftz_f64, 65536, rsqrt_approx_ftz_f64(i * 65521u))
DIGEST(n_norm3d, 4096, norm3d(number(i, 900, -100.0, 100.0), number(i, 901, -100.0, 100.0), number(i, 902, -100.0, 100.0)))
DIGEST(n_rnorm3d, 4096, rnorm3d(number(i, 900, -100.0, 100.0), number(i, 901, -100.0, 100.0), number(i, 902, -100.0, 100.0)))
DIGEST(n_norm4d, 4096, norm4d(number(i, 900, -100.0, 100.0), number(i, 901, -100.0, 100.0), number(i, 902, -100.0, 100.0), number(i, 903, -100.0, 100.0)))
DIGEST(n_rnorm4d, 4096, rnorm4d(number(i, 900, -100.0, 100.0), number(i, 901, -100.0, 100.0), number(i, 902, -100.0, 100.0), number(i, 903, -100.0, 100.0)))
DIGEST(n_norm3df, 4096, norm3df(number(i, 900, -100.0f, 100.0f), number(i, 901, -100.0f, 100.0f), number(i, 902, -100.0f, 100.0f)))
DIGEST(n_rnorm3df, 4096, rnorm3df(number(i, 900, -100.0f, 100.0f), number(i, 901, -100.0f, 100.0f), number(i, 902, -100.0f, 100.0f)))
DIGEST(n_norm4df, 4096, norm4df(number(i, 900, -100.0f, 100.0f), number(i, 901, -100.0f, 100.0f), number(i, 902, -100.0f, 100.0f), number(i, 903, -100.0f, 100.0f)))
DIGEST(n_rnorm4df, 4096, rnorm4df(number(i, 900, -100.0f, 100.0f), number(i, 901, -100.0f, 100.0f), number(i, 902, -100.0f, 100.0f), number(i, 903, -100.0f, 100.0f)))
DIGEST(l_sin, 4096, sin(number(i, 950, -1e15, 1e15) * 1e9))
DIGEST(l_cos, 4096, cos(number(i, 950, -1e15, 1e15) * 1e9))
DIGEST(l_tan, 4096, tan(number(i, 950, -1e15, 1e15) * 1e9))

struct Row {
    const char *name;
    void (*kernel)(unsigned long long *);
    int count;
};

int main()
{
    std::vector<Row> rows = {
        {"sinf", k1_sinf, 4096},
        {"sinf far from zero", k2_sinf_far, 4096},
        {"cosf", k3_cosf, 4096},
        {"cosf far from zero", k4_cosf_far, 4096},
        {"tanf", k5_tanf, 4096},
        {"sinpif", k6_sinpif, 4096},
        {"cospif", k7_cospif, 4096},
        {"asinf", k8_asinf, 4096},
        {"acosf", k9_acosf, 4096},
        {"atanf", k10_atanf, 4096},
        {"sinhf", k11_sinhf, 4096},
        {"coshf", k12_coshf, 4096},
        {"tanhf", k13_tanhf, 4096},
        {"asinhf", k14_asinhf, 4096},
        {"acoshf", k15_acoshf, 4096},
        {"atanhf", k16_atanhf, 4096},
        {"expf", k17_expf, 4096},
        {"exp2f", k18_exp2f, 4096},
        {"exp10f", k19_exp10f, 4096},
        {"expm1f", k20_expm1f, 4096},
        {"logf", k21_logf, 4096},
        {"log2f", k22_log2f, 4096},
        {"log10f", k23_log10f, 4096},
        {"log1pf", k24_log1pf, 4096},
        {"cbrtf", k25_cbrtf, 4096},
        {"rcbrtf", k26_rcbrtf, 4096},
        {"rsqrtf", k27_rsqrtf, 4096},
        {"erff", k28_erff, 4096},
        {"erfcf", k29_erfcf, 4096},
        {"erfinvf", k30_erfinvf, 4096},
        {"erfcinvf", k31_erfcinvf, 4096},
        {"erfcxf", k32_erfcxf, 4096},
        {"normcdff", k33_normcdff, 4096},
        {"normcdfinvf", k34_normcdfinvf, 4096},
        {"tgammaf", k35_tgammaf, 4096},
        {"lgammaf", k36_lgammaf, 4096},
        {"j0f", k37_j0f, 4096},
        {"j1f", k38_j1f, 4096},
        {"y0f", k39_y0f, 4096},
        {"y1f", k40_y1f, 4096},
        {"cyl_bessel_i0f", k41_cyl_bessel_i0f, 4096},
        {"cyl_bessel_i1f", k42_cyl_bessel_i1f, 4096},
        {"__sinf", k43_sinf, 4096},
        {"__cosf", k44_cosf, 4096},
        {"__tanf", k45_tanf, 4096},
        {"__expf", k46_expf, 4096},
        {"__exp10f", k47_exp10f, 4096},
        {"__logf", k48_logf, 4096},
        {"__log2f", k49_log2f, 4096},
        {"__log10f", k50_log10f, 4096},
        {"__frsqrt_rn", k51_frsqrt_rn, 4096},
        {"__frcp_rn", k52_frcp_rn, 4096},
        {"sqrtf", k53_sqrtf, 4096},
        {"sin", k54_sin, 4096},
        {"sin far from zero", k55_sin_far, 4096},
        {"cos", k56_cos, 4096},
        {"cos far from zero", k57_cos_far, 4096},
        {"tan", k58_tan, 4096},
        {"sinpi", k59_sinpi, 4096},
        {"cospi", k60_cospi, 4096},
        {"asin", k61_asin, 4096},
        {"acos", k62_acos, 4096},
        {"atan", k63_atan, 4096},
        {"sinh", k64_sinh, 4096},
        {"cosh", k65_cosh, 4096},
        {"tanh", k66_tanh, 4096},
        {"asinh", k67_asinh, 4096},
        {"acosh", k68_acosh, 4096},
        {"atanh", k69_atanh, 4096},
        {"exp", k70_exp, 4096},
        {"exp2", k71_exp2, 4096},
        {"exp10", k72_exp10, 4096},
        {"expm1", k73_expm1, 4096},
        {"log", k74_log, 4096},
        {"log2", k75_log2, 4096},
        {"log10", k76_log10, 4096},
        {"log1p", k77_log1p, 4096},
        {"cbrt", k78_cbrt, 4096},
        {"rcbrt", k79_rcbrt, 4096},
        {"rsqrt", k80_rsqrt, 4096},
        {"erf", k81_erf, 4096},
        {"erfc", k82_erfc, 4096},
        {"erfinv", k83_erfinv, 4096},
        {"erfcinv", k84_erfcinv, 4096},
        {"erfcx", k85_erfcx, 4096},
        {"normcdf", k86_normcdf, 4096},
        {"normcdfinv", k87_normcdfinv, 4096},
        {"tgamma", k88_tgamma, 4096},
        {"lgamma", k89_lgamma, 4096},
        {"j0", k90_j0, 4096},
        {"j1", k91_j1, 4096},
        {"y0", k92_y0, 4096},
        {"y1", k93_y1, 4096},
        {"cyl_bessel_i0", k94_cyl_bessel_i0, 4096},
        {"cyl_bessel_i1", k95_cyl_bessel_i1, 4096},
        {"powf", k96_powf, 4096},
        {"powf of small bases", k97_powf, 4096},
        {"atan2f", k98_atan2f, 4096},
        {"hypotf", k99_hypotf, 4096},
        {"rhypotf", k100_rhypotf, 4096},
        {"fmodf", k101_fmodf, 4096},
        {"remainderf", k102_remainderf, 4096},
        {"__fdividef", k103_fdividef, 4096},
        {"__powf", k104_powf, 4096},
        {"fdividef", k105_fdividef, 4096},
        {"pow", k106_pow, 4096},
        {"pow of small bases", k107_pow, 4096},
        {"atan2", k108_atan2, 4096},
        {"hypot", k109_hypot, 4096},
        {"rhypot", k110_rhypot, 4096},
        {"fmod", k111_fmod, 4096},
        {"ex2.approx.f32", a_ex2, 65536},
        {"ex2.approx.ftz.f32", a_ex2_ftz, 65536},
        {"lg2.approx.f32", a_lg2, 65536},
        {"lg2.approx.ftz.f32", a_lg2_ftz, 65536},
        {"rcp.approx.f32", a_rcp, 65536},
        {"rcp.approx.ftz.f32", a_rcp_ftz, 65536},
        {"rsqrt.approx.f32", a_rsqrt, 65536},
        {"rsqrt.approx.ftz.f32", a_rsqrt_ftz, 65536},
        {"sqrt.approx.f32", a_sqrt, 65536},
        {"sqrt.approx.ftz.f32", a_sqrt_ftz, 65536},
        {"sin.approx.f32", a_sin, 65536},
        {"sin.approx.ftz.f32", a_sin_ftz, 65536},
        {"cos.approx.f32", a_cos, 65536},
        {"cos.approx.ftz.f32", a_cos_ftz, 65536},
        {"div.approx.f32", a_div_approx, 65536},
        {"div.approx.ftz.f32", a_div_approx_ftz, 65536},
        {"div.full.f32", a_div_full, 65536},
        {"div.full.ftz.f32", a_div_full_ftz, 65536},
        {"rcp.approx.ftz.f64", a_rcp_approx_ftz_f64, 65536},
        {"rsqrt.approx.ftz.f64", a_rsqrt_approx_ftz_f64, 65536},
        {"norm3d", n_norm3d, 4096},
        {"rnorm3d", n_rnorm3d, 4096},
        {"norm4d", n_norm4d, 4096},
        {"rnorm4d", n_rnorm4d, 4096},
        {"norm3df", n_norm3df, 4096},
        {"rnorm3df", n_rnorm3df, 4096},
        {"norm4df", n_norm4df, 4096},
        {"rnorm4df", n_rnorm4df, 4096},
        {"sin of huge numbers", l_sin, 4096},
        {"cos of huge numbers", l_cos, 4096},
        {"tan of huge numbers", l_tan, 4096},
    };
    unsigned long long *sum, digest;
    cudaMalloc(&sum, sizeof *sum);
    for (Row row : rows) {
        cudaMemset(sum, 0, sizeof *sum);
        row.kernel<<<row.count / 256, 256>>>(sum);
        cudaMemcpy(&digest, sum, sizeof digest, cudaMemcpyDeviceToHost);
        printf("%s %016llx\n", row.name, digest);
    }
    cudaFree(sum);
    return 0;
}
