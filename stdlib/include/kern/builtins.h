#pragma once
// The compiler's functions that are those of the C library by another name (GCC's manual, "Library Builtins").
#define __builtin_memcpy memcpy
#define __builtin_alloca(size) __builtin_kern_alloca(&__kern_allocas::take, size)
#define __builtin_memset memset
#define __builtin_memmove memmove
#define __builtin_memcmp memcmp
#define __builtin_strlen strlen
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
#define __builtin_isnan isnan
#define __builtin_isinf isinf
#define __builtin_isfinite isfinite
#define __builtin_signbit signbit
#define __builtin_prefetch(...) ((void)0)
inline void __builtin_trap() { abort(); }
#include <kern/allocas.h>
#include <kern/sync_builtins.h>
#include <kern/overflow_builtins.h>

// Bits ("Bit Operation Builtins"); of zero `clz` and `ctz` are undefined there, the number of bits here.
__host__ __device__ inline int __builtin_popcountll(unsigned long long x)
{
    x = x - ((x >> 1) & 0x5555555555555555ull);
    x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full;
    return (int)((x * 0x0101010101010101ull) >> 56);
}
__host__ __device__ inline int __builtin_clzll(unsigned long long x)
{
    int n = 64;
    for (; x; x >>= 1) --n;
    return n;
}
__host__ __device__ inline int __builtin_popcount(unsigned int x) { return __builtin_popcountll(x); }
__host__ __device__ inline int __builtin_popcountl(unsigned long x) { return __builtin_popcountll(x); }
__host__ __device__ inline int __builtin_clz(unsigned int x) { return __builtin_clzll(x) - 32; }
__host__ __device__ inline int __builtin_clzl(unsigned long x) { return __builtin_clzll(x); }
__host__ __device__ inline int __builtin_ffs(int x) { return x ? 32 - __builtin_clz((unsigned int)(x & -x)) : 0; }
__host__ __device__ inline int __builtin_ffsll(long long x) { return x ? 64 - __builtin_clzll((unsigned long long)(x & -x)) : 0; }
__host__ __device__ inline int __builtin_ctz(unsigned int x) { return x ? 31 - __builtin_clz(x & -x) : 32; }
__host__ __device__ inline int __builtin_ctzl(unsigned long x) { return x ? 63 - __builtin_clzll(x & -x) : 64; }
__host__ __device__ inline int __builtin_ctzll(unsigned long long x) { return x ? 63 - __builtin_clzll(x & -x) : 64; }
__host__ __device__ inline int __builtin_parity(unsigned int x) { return __builtin_popcountll(x) & 1; }
__host__ __device__ inline int __builtin_parityll(unsigned long long x) { return __builtin_popcountll(x) & 1; }
__host__ __device__ inline int __builtin_clrsb(int x) { return __builtin_clz((unsigned int)(x < 0 ? ~x : x)) - 1; }
__host__ __device__ inline int __builtin_clrsbll(long long x) { return __builtin_clzll((unsigned long long)(x < 0 ? ~x : x)) - 1; }
__host__ __device__ inline unsigned short __builtin_bswap16(unsigned short x) { return (unsigned short)((x >> 8) | (x << 8)); }
__host__ __device__ inline unsigned int __builtin_bswap32(unsigned int x)
{
    return (x >> 24) | ((x >> 8) & 0xff00u) | ((x << 8) & 0xff0000u) | (x << 24);
}
__host__ __device__ inline unsigned long __builtin_bswap64(unsigned long x)
{
    return ((unsigned long)__builtin_bswap32((unsigned int)x) << 32) | __builtin_bswap32((unsigned int)(x >> 32));
}

// The bytes of one type as another.
#define __builtin_bit_cast(T, ...) __kern_bit_cast<T>(__VA_ARGS__)
template <class T, class F> __host__ __device__ inline T __kern_bit_cast(const F &from)
{
    static_assert(sizeof(T) == sizeof(F), "`__builtin_bit_cast` takes two types of one size");
    T to;
    memcpy(&to, &from, sizeof(T));
    return to;
}
