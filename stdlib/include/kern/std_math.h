#pragma once
// <cmath> without the mathematical special functions, which few programs need: what every program has.
#include <math.h>
namespace std {
//@using math.h
using ::acosl;
using ::asinl;
using ::atanl;
using ::cosl;
using ::sinl;
using ::tanl;
using ::coshl;
using ::sinhl;
using ::tanhl;
using ::acoshl;
using ::asinhl;
using ::atanhl;
using ::expl;
using ::exp2l;
using ::expm1l;
using ::logl;
using ::log2l;
using ::log10l;
using ::log1pl;
using ::logbl;
using ::sqrtl;
using ::cbrtl;
using ::fabsl;
using ::ceill;
using ::floorl;
using ::truncl;
using ::roundl;
using ::rintl;
using ::nearbyintl;
using ::tgammal;
using ::lgammal;
using ::erfl;
using ::erfcl;
using ::powl;
using ::fmodl;
using ::hypotl;
using ::atan2l;
using ::fmaxl;
using ::fminl;
using ::fdiml;
using ::copysignl;
using ::remainderl;
using ::nextafterl;
using ::nexttoward;
using ::nexttowardf;
using ::nexttowardl;
using ::lroundl;
using ::llroundl;
using ::lrintl;
using ::llrintl;
using ::ilogbl;
using ::fmal;
using ::ldexpl;
using ::scalbnl;
using ::frexpl;
using ::modfl;
using ::abs;
using ::isnan;
using ::isinf;
using ::isfinite;
using ::isnormal;
using ::fpclassify;
using ::isgreater;
using ::isgreaterequal;
using ::isless;
using ::islessequal;
using ::islessgreater;
using ::isunordered;
using ::signbit;
typedef float float_t;
typedef double double_t;

// C++20: exact at both ends, and never beyond them.
template <class T> constexpr T __lerp(T a, T b, T t) noexcept
{
    if ((a <= 0 && b >= 0) || (a >= 0 && b <= 0)) return t * b + (1 - t) * a;
    if (t == 1) return b;
    const T x = a + t * (b - a);
    return (t > 1) == (b > a) ? (b < x ? x : b) : (b > x ? x : b);
}
// C++17, in the steps of libstdc++.
template <class T> inline T __hypot3(T x, T y, T z)
{
    x = fabs(x), y = fabs(y), z = fabs(z);
    const T a = x < y ? (y < z ? z : y) : (x < z ? z : x);
    return a ? a * sqrt((x / a) * (x / a) + (y / a) * (y / a) + (z / a) * (z / a)) : T();
}
inline float hypot(float x, float y, float z) { return __hypot3(x, y, z); }
inline double hypot(double x, double y, double z) { return __hypot3(x, y, z); }
template <class T, class U, class V> inline double hypot(T x, U y, V z) { return __hypot3<double>(x, y, z); }
constexpr float lerp(float a, float b, float t) noexcept { return __lerp(a, b, t); }
constexpr double lerp(double a, double b, double t) noexcept { return __lerp(a, b, t); }
}
#include <limits>
#include <type_traits>
