#pragma once
#include <kern/intrinsics.h>
// What C++ adds to <math.h> (`abs`, `min`, `max`, `isnan` and their kin are intrinsics): overloads for float and, as templates, for integers (they convert to double).
// The templates are `constexpr` functions of the host, as libstdc++'s are to nvcc: device code that calls one is warned of.
__host__ __device__ inline float acos(float x) { return acosf(x); }
__host__ __device__ inline float asin(float x) { return asinf(x); }
__host__ __device__ inline float atan(float x) { return atanf(x); }
__host__ __device__ inline float cos(float x) { return cosf(x); }
__host__ __device__ inline float sin(float x) { return sinf(x); }
__host__ __device__ inline float tan(float x) { return tanf(x); }
__host__ __device__ inline float cosh(float x) { return coshf(x); }
__host__ __device__ inline float sinh(float x) { return sinhf(x); }
__host__ __device__ inline float tanh(float x) { return tanhf(x); }
__host__ __device__ inline float acosh(float x) { return acoshf(x); }
__host__ __device__ inline float asinh(float x) { return asinhf(x); }
__host__ __device__ inline float atanh(float x) { return atanhf(x); }
__host__ __device__ inline float exp(float x) { return expf(x); }
__host__ __device__ inline float exp2(float x) { return exp2f(x); }
__host__ __device__ inline float exp10(float x) { return exp10f(x); }
__host__ __device__ inline float expm1(float x) { return expm1f(x); }
__host__ __device__ inline float log(float x) { return logf(x); }
__host__ __device__ inline float log2(float x) { return log2f(x); }
__host__ __device__ inline float log10(float x) { return log10f(x); }
__host__ __device__ inline float log1p(float x) { return log1pf(x); }
__host__ __device__ inline float logb(float x) { return logbf(x); }
__host__ __device__ inline float sqrt(float x) { return sqrtf(x); }
__host__ __device__ inline float cbrt(float x) { return cbrtf(x); }
__host__ __device__ inline float fabs(float x) { return fabsf(x); }
__host__ __device__ inline float ceil(float x) { return ceilf(x); }
__host__ __device__ inline float floor(float x) { return floorf(x); }
__host__ __device__ inline float round(float x) { return roundf(x); }
__host__ __device__ inline float trunc(float x) { return truncf(x); }
__host__ __device__ inline float rint(float x) { return rintf(x); }
__host__ __device__ inline float nearbyint(float x) { return nearbyintf(x); }
__host__ __device__ inline float erf(float x) { return erff(x); }
__host__ __device__ inline float erfc(float x) { return erfcf(x); }
__host__ __device__ inline float tgamma(float x) { return tgammaf(x); }
__host__ __device__ inline float lgamma(float x) { return lgammaf(x); }
template <class T> constexpr double acos(T x) { return acos((double)x); }
template <class T> constexpr double asin(T x) { return asin((double)x); }
template <class T> constexpr double atan(T x) { return atan((double)x); }
template <class T> constexpr double cos(T x) { return cos((double)x); }
template <class T> constexpr double sin(T x) { return sin((double)x); }
template <class T> constexpr double tan(T x) { return tan((double)x); }
template <class T> constexpr double cosh(T x) { return cosh((double)x); }
template <class T> constexpr double sinh(T x) { return sinh((double)x); }
template <class T> constexpr double tanh(T x) { return tanh((double)x); }
template <class T> constexpr double acosh(T x) { return acosh((double)x); }
template <class T> constexpr double asinh(T x) { return asinh((double)x); }
template <class T> constexpr double atanh(T x) { return atanh((double)x); }
template <class T> constexpr double exp(T x) { return exp((double)x); }
template <class T> constexpr double exp2(T x) { return exp2((double)x); }
template <class T> __host__ __device__ inline double exp10(T x) { return exp10((double)x); }
template <class T> constexpr double expm1(T x) { return expm1((double)x); }
template <class T> constexpr double log(T x) { return log((double)x); }
template <class T> constexpr double log2(T x) { return log2((double)x); }
template <class T> constexpr double log10(T x) { return log10((double)x); }
template <class T> constexpr double log1p(T x) { return log1p((double)x); }
template <class T> constexpr double logb(T x) { return logb((double)x); }
template <class T> constexpr double sqrt(T x) { return sqrt((double)x); }
template <class T> constexpr double cbrt(T x) { return cbrt((double)x); }
template <class T> constexpr double fabs(T x) { return fabs((double)x); }
template <class T> constexpr double ceil(T x) { return ceil((double)x); }
template <class T> constexpr double floor(T x) { return floor((double)x); }
template <class T> constexpr double round(T x) { return round((double)x); }
template <class T> constexpr double trunc(T x) { return trunc((double)x); }
template <class T> constexpr double rint(T x) { return rint((double)x); }
template <class T> constexpr double nearbyint(T x) { return nearbyint((double)x); }
template <class T> constexpr double erf(T x) { return erf((double)x); }
template <class T> constexpr double erfc(T x) { return erfc((double)x); }
template <class T> constexpr double tgamma(T x) { return tgamma((double)x); }
template <class T> constexpr double lgamma(T x) { return lgamma((double)x); }
__host__ __device__ inline float pow(float x, float y) { return powf(x, y); }
template <class T, class U> __host__ __device__ inline double pow(T x, U y) { return pow((double)x, (double)y); }
__host__ __device__ inline float atan2(float x, float y) { return atan2f(x, y); }
template <class T, class U> constexpr double atan2(T x, U y) { return atan2((double)x, (double)y); }
__host__ __device__ inline float fmod(float x, float y) { return fmodf(x, y); }
template <class T, class U> constexpr double fmod(T x, U y) { return fmod((double)x, (double)y); }
__host__ __device__ inline float remainder(float x, float y) { return remainderf(x, y); }
template <class T, class U> constexpr double remainder(T x, U y) { return remainder((double)x, (double)y); }
__host__ __device__ inline float hypot(float x, float y) { return hypotf(x, y); }
template <class T, class U> constexpr double hypot(T x, U y) { return hypot((double)x, (double)y); }
__host__ __device__ inline float copysign(float x, float y) { return copysignf(x, y); }
template <class T, class U> constexpr double copysign(T x, U y) { return copysign((double)x, (double)y); }
__host__ __device__ inline float fdim(float x, float y) { return fdimf(x, y); }
template <class T, class U> constexpr double fdim(T x, U y) { return fdim((double)x, (double)y); }
__host__ __device__ inline float fmax(float x, float y) { return fmaxf(x, y); }
template <class T, class U> constexpr double fmax(T x, U y) { return fmax((double)x, (double)y); }
__host__ __device__ inline float fmin(float x, float y) { return fminf(x, y); }
template <class T, class U> constexpr double fmin(T x, U y) { return fmin((double)x, (double)y); }
__host__ __device__ inline float nextafter(float x, float y) { return nextafterf(x, y); }
template <class T, class U> constexpr double nextafter(T x, U y) { return nextafter((double)x, (double)y); }
__host__ __device__ inline float rsqrt(float x) { return rsqrtf(x); }
__host__ __device__ inline float fma(float x, float y, float z) { return fmaf(x, y, z); }
__host__ __device__ inline float ldexp(float x, int exponent) { return ldexpf(x, exponent); }
__host__ __device__ inline float scalbn(float x, int exponent) { return scalbnf(x, exponent); }
__host__ __device__ inline float frexp(float x, int *exponent) { return frexpf(x, exponent); }
__host__ __device__ inline float modf(float x, float *integer) { return modff(x, integer); }
__host__ __device__ inline long lround(float x) { return lroundf(x); }
__host__ __device__ inline long lrint(float x) { return lrintf(x); }
__host__ __device__ inline long long llround(float x) { return llroundf(x); }
__host__ __device__ inline long long llrint(float x) { return llrintf(x); }
__host__ __device__ inline int ilogb(float x) { return ilogbf(x); }
template <class T, class U, class V> constexpr double fma(T x, U y, V z) { return fma((double)x, (double)y, (double)z); }
template <class T> constexpr double ldexp(T x, int exponent) { return ldexp((double)x, exponent); }
template <class T> constexpr double scalbn(T x, int exponent) { return scalbn((double)x, exponent); }
template <class T> constexpr double frexp(T x, int *exponent) { return frexp((double)x, exponent); }
template <class T> constexpr long lround(T x) { return lround((double)x); }
template <class T> constexpr long lrint(T x) { return lrint((double)x); }
template <class T> constexpr long long llround(T x) { return llround((double)x); }
template <class T> constexpr long long llrint(T x) { return llrint((double)x); }
template <class T> constexpr int ilogb(T x) { return ilogb((double)x); }

constexpr bool isnormal(float x) { return isfinite(x) && fabsf(x) >= 1.17549435082228750797e-38f; }
constexpr bool isnormal(double x) { return isfinite(x) && fabs(x) >= 2.22507385850720138309e-308; }
template <class T> constexpr bool isnormal(T x) { return isnormal((double)x); }
constexpr int fpclassify(double x) { return isnan(x) ? FP_NAN : isinf(x) ? FP_INFINITE : x == 0 ? FP_ZERO : isnormal(x) ? FP_NORMAL : FP_SUBNORMAL; }
constexpr int fpclassify(float x) { return x != 0 && fabsf(x) < 1.17549435082228750797e-38f ? FP_SUBNORMAL : fpclassify((double)x); }
template <class T> constexpr int fpclassify(T x) { return fpclassify((double)x); }
// Comparisons that raise nothing for what is no number.
template <class T, class U> constexpr bool isgreater(T x, U y) { return x > y; }
template <class T, class U> constexpr bool isgreaterequal(T x, U y) { return x >= y; }
template <class T, class U> constexpr bool isless(T x, U y) { return x < y; }
template <class T, class U> constexpr bool islessequal(T x, U y) { return x <= y; }
template <class T, class U> constexpr bool islessgreater(T x, U y) { return x < y || x > y; }
template <class T, class U> constexpr bool isunordered(T x, U y) { return x != x || y != y; }
template <class T> constexpr bool signbit(T x) { return signbit((double)x); }
template <class T> constexpr bool isnan(T x) { return isnan((double)x); }
template <class T> constexpr bool isinf(T x) { return isinf((double)x); }
template <class T> constexpr bool isfinite(T x) { return isfinite((double)x); }
