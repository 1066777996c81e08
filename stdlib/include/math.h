#pragma once
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_inff())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define MAXFLOAT 3.40282347e+38F
//@rows
#include <kern/intrinsics.h>
#ifdef __cplusplus
#include <kern/math_overloads.h>
#endif
#include <kern/long_double.h>
// BSD's.
inline double drem(double x, double y) { return remainder(x, y); }
inline float dremf(float x, float y) { return remainderf(x, y); }
inline double lgamma_r(double x, int *sign)
{
    double whole = floor(x);
    bool is_negative = x == 0 ? signbit(x) : x < 0 && x != whole && whole != 2 * floor(whole / 2);
    *sign = is_negative ? -1 : 1;
    return lgamma(x);
}
inline float lgammaf_r(float x, int *sign)
{
    lgamma_r((double)x, sign);
    return lgammaf(x);
}
