#pragma once
// The compiler's functions that are those of the C library by another name (GCC's manual, "Library Builtins").
#define __builtin_memcpy memcpy
#define __builtin_alloca(size) __builtin_kern_alloca(&__kern_allocas::take, size)
#define __builtin_memset memset
#define __builtin_memmove memmove
#define __builtin_memcmp memcmp
#define __builtin_strcmp strcmp
#define __builtin_strcpy strcpy
#define __builtin_strchr strchr
#define __builtin_strncmp strncmp
#define __builtin_memchr memchr
#define __builtin_puts puts
#define __builtin_snprintf snprintf
#define __builtin_calloc calloc
#define __builtin_realloc realloc
#define __builtin_malloc malloc
#define __builtin_free free
#define __builtin_abort abort
#define __builtin_exit exit
#define __builtin_printf printf
#define __builtin_abs abs
#define __builtin_labs labs
#define __builtin_llabs llabs
#define __builtin_fabs fabs
#define __builtin_fabsf fabsf
#define __builtin_sqrt sqrt
#define __builtin_sqrtf sqrtf
#define __builtin_fma fma
#define __builtin_fmaf fmaf
#define __builtin_fmin fmin
#define __builtin_fminf fminf
#define __builtin_fmax fmax
#define __builtin_fmaxf fmaxf
#define __builtin_floor floor
#define __builtin_floorf floorf
#define __builtin_ceil ceil
#define __builtin_ceilf ceilf
#define __builtin_pow pow
#define __builtin_powf powf
#define __builtin_powi powi
#define __builtin_powif powif
#define __builtin_isnan isnan
#define __builtin_isinf isinf
#define __builtin_isfinite isfinite
#define __builtin_signbit signbit
#define __builtin_strncpy strncpy
#define __builtin_strcat strcat
#define __builtin_strncat strncat
#define __builtin_strrchr strrchr
#define __builtin_strstr strstr
#define __builtin_putchar putchar
#define __builtin_sprintf sprintf
#define __builtin_vsnprintf vsnprintf
#define __builtin_vprintf vprintf
#define __builtin_fputs fputs
#define __builtin_isnormal isnormal
#define __builtin_isgreater isgreater
#define __builtin_isgreaterequal isgreaterequal
#define __builtin_isless isless
#define __builtin_islessequal islessequal
#define __builtin_islessgreater islessgreater
#define __builtin_isunordered isunordered
#define __builtin_acos(x) acos((double)(x))
#define __builtin_acosf acosf
#define __builtin_asin(x) asin((double)(x))
#define __builtin_asinf asinf
#define __builtin_atan(x) atan((double)(x))
#define __builtin_atanf atanf
#define __builtin_cos(x) cos((double)(x))
#define __builtin_cosf cosf
#define __builtin_sin(x) sin((double)(x))
#define __builtin_sinf sinf
#define __builtin_tan(x) tan((double)(x))
#define __builtin_tanf tanf
#define __builtin_cosh(x) cosh((double)(x))
#define __builtin_coshf coshf
#define __builtin_sinh(x) sinh((double)(x))
#define __builtin_sinhf sinhf
#define __builtin_tanh(x) tanh((double)(x))
#define __builtin_tanhf tanhf
#define __builtin_acosh(x) acosh((double)(x))
#define __builtin_acoshf acoshf
#define __builtin_asinh(x) asinh((double)(x))
#define __builtin_asinhf asinhf
#define __builtin_atanh(x) atanh((double)(x))
#define __builtin_atanhf atanhf
#define __builtin_exp(x) exp((double)(x))
#define __builtin_expf expf
#define __builtin_exp2(x) exp2((double)(x))
#define __builtin_exp2f exp2f
#define __builtin_expm1(x) expm1((double)(x))
#define __builtin_expm1f expm1f
#define __builtin_log(x) log((double)(x))
#define __builtin_logf logf
#define __builtin_log2(x) log2((double)(x))
#define __builtin_log2f log2f
#define __builtin_log10(x) log10((double)(x))
#define __builtin_log10f log10f
#define __builtin_log1p(x) log1p((double)(x))
#define __builtin_log1pf log1pf
#define __builtin_cbrt(x) cbrt((double)(x))
#define __builtin_cbrtf cbrtf
#define __builtin_erf(x) erf((double)(x))
#define __builtin_erff erff
#define __builtin_erfc(x) erfc((double)(x))
#define __builtin_erfcf erfcf
#define __builtin_tgamma(x) tgamma((double)(x))
#define __builtin_tgammaf tgammaf
#define __builtin_lgamma(x) lgamma((double)(x))
#define __builtin_lgammaf lgammaf
#define __builtin_trunc(x) trunc((double)(x))
#define __builtin_truncf truncf
#define __builtin_round(x) round((double)(x))
#define __builtin_roundf roundf
#define __builtin_rint(x) rint((double)(x))
#define __builtin_rintf rintf
#define __builtin_nearbyint(x) nearbyint((double)(x))
#define __builtin_nearbyintf nearbyintf
#define __builtin_lround(x) lround((double)(x))
#define __builtin_lroundf lroundf
#define __builtin_llround(x) llround((double)(x))
#define __builtin_llroundf llroundf
#define __builtin_lrint(x) lrint((double)(x))
#define __builtin_lrintf lrintf
#define __builtin_llrint(x) llrint((double)(x))
#define __builtin_llrintf llrintf
#define __builtin_logb(x) logb((double)(x))
#define __builtin_logbf logbf
#define __builtin_ilogb(x) ilogb((double)(x))
#define __builtin_ilogbf ilogbf
#define __builtin_atan2(x, y) atan2((double)(x), (double)(y))
#define __builtin_atan2f atan2f
#define __builtin_hypot(x, y) hypot((double)(x), (double)(y))
#define __builtin_hypotf hypotf
#define __builtin_fmod(x, y) fmod((double)(x), (double)(y))
#define __builtin_fmodf fmodf
#define __builtin_remainder(x, y) remainder((double)(x), (double)(y))
#define __builtin_remainderf remainderf
#define __builtin_copysign(x, y) copysign((double)(x), (double)(y))
#define __builtin_copysignf copysignf
#define __builtin_fdim(x, y) fdim((double)(x), (double)(y))
#define __builtin_fdimf fdimf
#define __builtin_nextafter(x, y) nextafter((double)(x), (double)(y))
#define __builtin_nextafterf nextafterf
#define __builtin_ldexp(x, n) ldexp((double)(x), n)
#define __builtin_ldexpf ldexpf
inline void __builtin_trap() { abort(); }
__device__ inline void *__nv_aligned_device_malloc(size_t size, size_t alignment) { return __kern_aligned_device_malloc(size, alignment); }
#include <kern/allocas.h>
#include <kern/sync_builtins.h>
#include <kern/overflow_builtins.h>

#ifdef __cplusplus
#define __kern_constexpr constexpr
#else
#define __kern_constexpr inline
#endif
__host__ __device__ __kern_constexpr void __builtin_unreachable() {}
__host__ __device__ __kern_constexpr size_t __builtin_strlen(const char *text)
{
    if (!__builtin_is_constant_evaluated()) return strlen(text);
    size_t length = 0;
    while (text[length]) ++length;
    return length;
}
// Bits ("Bit Operation Builtins"); of zero `clz` and `ctz` are undefined there, the number of bits here.
__host__ __device__ __kern_constexpr int __builtin_popcountll(unsigned long long x)
{
    x = x - ((x >> 1) & 0x5555555555555555ull);
    x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full;
    return (int)((x * 0x0101010101010101ull) >> 56);
}
__host__ __device__ __kern_constexpr int __builtin_clzll(unsigned long long x)
{
    int n = 64;
    for (; x; x >>= 1) --n;
    return n;
}
__host__ __device__ __kern_constexpr int __builtin_popcount(unsigned int x) { return __builtin_popcountll(x); }
__host__ __device__ __kern_constexpr int __builtin_popcountl(unsigned long x) { return __builtin_popcountll(x); }
__host__ __device__ __kern_constexpr int __builtin_clz(unsigned int x) { return __builtin_clzll(x) - 32; }
__host__ __device__ __kern_constexpr int __builtin_clzl(unsigned long x) { return __builtin_clzll(x); }
__host__ __device__ __kern_constexpr int __builtin_ffs(int x) { return x ? 32 - __builtin_clz((unsigned int)(x & -x)) : 0; }
__host__ __device__ __kern_constexpr int __builtin_ffsl(long x) { return x ? 64 - __builtin_clzll((unsigned long)(x & -x)) : 0; }
__host__ __device__ __kern_constexpr int __builtin_ffsll(long long x) { return x ? 64 - __builtin_clzll((unsigned long long)(x & -x)) : 0; }
__host__ __device__ __kern_constexpr int __builtin_ctz(unsigned int x) { return x ? 31 - __builtin_clz(x & -x) : 32; }
__host__ __device__ __kern_constexpr int __builtin_ctzl(unsigned long x) { return x ? 63 - __builtin_clzll(x & -x) : 64; }
__host__ __device__ __kern_constexpr int __builtin_ctzll(unsigned long long x) { return x ? 63 - __builtin_clzll(x & -x) : 64; }
__host__ __device__ __kern_constexpr int __builtin_parity(unsigned int x) { return __builtin_popcountll(x) & 1; }
__host__ __device__ __kern_constexpr int __builtin_parityl(unsigned long x) { return __builtin_popcountll(x) & 1; }
__host__ __device__ __kern_constexpr int __builtin_parityll(unsigned long long x) { return __builtin_popcountll(x) & 1; }
__host__ __device__ __kern_constexpr int __builtin_clrsb(int x) { return __builtin_clz((unsigned int)(x < 0 ? ~x : x)) - 1; }
__host__ __device__ __kern_constexpr int __builtin_clrsbl(long x) { return __builtin_clzll((unsigned long)(x < 0 ? ~x : x)) - 1; }
__host__ __device__ __kern_constexpr int __builtin_clrsbll(long long x) { return __builtin_clzll((unsigned long long)(x < 0 ? ~x : x)) - 1; }
__host__ __device__ __kern_constexpr unsigned short __builtin_bswap16(unsigned short x) { return (unsigned short)((x >> 8) | (x << 8)); }
__host__ __device__ __kern_constexpr unsigned int __builtin_bswap32(unsigned int x)
{
    return (x >> 24) | ((x >> 8) & 0xff00u) | ((x << 8) & 0xff0000u) | (x << 24);
}
__host__ __device__ __kern_constexpr unsigned long __builtin_bswap64(unsigned long x)
{
    return ((unsigned long)__builtin_bswap32((unsigned int)x) << 32) | __builtin_bswap32((unsigned int)(x >> 32));
}

__host__ __device__ inline int __builtin_isinf_sign(double x) { return x == __builtin_inf() ? 1 : x == -__builtin_inf() ? -1 : 0; }

// The bytes of one type as another.
#define __builtin_bit_cast(T, ...) __kern_bit_cast<T>(__VA_ARGS__)
template <class T, class F> __host__ __device__ inline T __kern_bit_cast(const F &from)
{
    static_assert(sizeof(T) == sizeof(F), "`__builtin_bit_cast` takes two types of one size");
    T to;
    memcpy(&to, &from, sizeof(T));
    return to;
}
