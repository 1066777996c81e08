#pragma once
#include <cuda_fp16.h>
// bfloat16: the upper half of a `float`.
#define __CUDA_BF16_TYPES_EXIST__
__host__ __device__ inline unsigned short __kern_to_bfloat16(float f)
{
    unsigned int bits = __kern_float_bits(f);
    return f != f ? 0x7fff : (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
__host__ __device__ inline float __kern_from_bfloat16(unsigned short bits) { return __kern_bits_float((unsigned int)bits << 16); }
#define KERN_OTHER \
    __host__ __device__ explicit __nv_bfloat16(const __half &f) : __nv_bfloat16((float)f) {}
#define KERN_VALUE unsigned short
#define KERN_OF_BITS(bits) (bits)
#define KERN_OF_FLOAT(f) __kern_to_bfloat16(f)
#define KERN_BITS(v) (v)
#define KERN_FLOAT(v) __kern_from_bfloat16(v)
#define KERN_INFINITY 0x7f80
#define KERN_NAN 0x7fff
#define KERN_SMALL __nv_bfloat16
#define KERN_PAIR __nv_bfloat162
#define KERN_RAW __nv_bfloat16_raw
#define KERN_PAIR_RAW __nv_bfloat162_raw
#define KERN_ARITHMETIC(op) return KERN_SMALL((float)a op (float)b);
#include <kern/small_float.h>
__host__ __device__ inline __half::__half(const __nv_bfloat16 &f) : __half((float)f) {}
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
__host__ __device__ inline __nv_bfloat16 __float2bfloat16(float f) { return __nv_bfloat16(f); }
__host__ __device__ inline __nv_bfloat16 __float2bfloat16_rn(float f) { return __nv_bfloat16(f); }
__host__ __device__ inline __nv_bfloat16 __double2bfloat16(double f) { return __nv_bfloat16(f); }
__host__ __device__ inline float __bfloat162float(__nv_bfloat16 a) { return a; }
__host__ __device__ inline __nv_bfloat16 __float2bfloat16_rd(float f)
{
    __nv_bfloat16 near = f;
    return (float)near > f ? __nv_bfloat16(__nv_bfloat16_raw{__kern_next_down(near.__x())}) : near;
}
__host__ __device__ inline __nv_bfloat16 __float2bfloat16_ru(float f)
{
    __nv_bfloat16 near = f;
    return (float)near < f ? __nv_bfloat16(__nv_bfloat16_raw{__kern_next_up(near.__x())}) : near;
}
__host__ __device__ inline __nv_bfloat16 __float2bfloat16_rz(float f) { return f < 0.0f ? __float2bfloat16_ru(f) : __float2bfloat16_rd(f); }
__host__ __device__ inline __nv_bfloat162 __float2bfloat162_rn(float f) { return __nv_bfloat162(__nv_bfloat16(f), __nv_bfloat16(f)); }
__host__ __device__ inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b)); }
__host__ __device__ inline __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __nv_bfloat162(__nv_bfloat16(a.x), __nv_bfloat16(a.y)); }
__host__ __device__ inline float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2(a.x, a.y); }
__host__ __device__ inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
__host__ __device__ inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__host__ __device__ inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__host__ __device__ inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__host__ __device__ inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__host__ __device__ inline __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
__host__ __device__ inline __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
__host__ __device__ inline __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
__host__ __device__ inline __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
__host__ __device__ inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return __nv_bfloat16_raw{bits}; }
__host__ __device__ inline __nv_bfloat16 __short_as_bfloat16(short bits) { return __nv_bfloat16_raw{(unsigned short)bits}; }
__host__ __device__ inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x(); }
__host__ __device__ inline short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.__x(); }
__host__ __device__ inline __nv_bfloat16 __int2bfloat16_rn(int n) { return __nv_bfloat16(n); }
__host__ __device__ inline int __bfloat162int_rz(__nv_bfloat16 a) { return (int)a; }
__device__ inline int __bfloat162int_rn(__nv_bfloat16 a) { return (int)__kern_whole(rintf((float)a), -2147483648LL, 2147483647); }
__device__ inline int __bfloat162int_rd(__nv_bfloat16 a) { return (int)__kern_whole(floorf((float)a), -2147483648LL, 2147483647); }
__device__ inline int __bfloat162int_ru(__nv_bfloat16 a) { return (int)__kern_whole(ceilf((float)a), -2147483648LL, 2147483647); }
__host__ __device__ inline __nv_bfloat16 __uint2bfloat16_rn(unsigned int n) { return __nv_bfloat16(n); }
__host__ __device__ inline unsigned int __bfloat162uint_rz(__nv_bfloat16 a) { return (unsigned int)a; }
__device__ inline unsigned int __bfloat162uint_rn(__nv_bfloat16 a) { return (unsigned int)__kern_whole(rintf((float)a), 0, 4294967295LL); }
__device__ inline unsigned int __bfloat162uint_rd(__nv_bfloat16 a) { return (unsigned int)__kern_whole(floorf((float)a), 0, 4294967295LL); }
__device__ inline unsigned int __bfloat162uint_ru(__nv_bfloat16 a) { return (unsigned int)__kern_whole(ceilf((float)a), 0, 4294967295LL); }
__host__ __device__ inline __nv_bfloat16 __short2bfloat16_rn(short n) { return __nv_bfloat16(n); }
__host__ __device__ inline short __bfloat162short_rz(__nv_bfloat16 a) { return (short)a; }
__device__ inline short __bfloat162short_rn(__nv_bfloat16 a) { return (short)__kern_whole(rintf((float)a), -32768, 32767); }
__device__ inline short __bfloat162short_rd(__nv_bfloat16 a) { return (short)__kern_whole(floorf((float)a), -32768, 32767); }
__device__ inline short __bfloat162short_ru(__nv_bfloat16 a) { return (short)__kern_whole(ceilf((float)a), -32768, 32767); }
__host__ __device__ inline __nv_bfloat16 __ushort2bfloat16_rn(unsigned short n) { return __nv_bfloat16(n); }
__host__ __device__ inline unsigned short __bfloat162ushort_rz(__nv_bfloat16 a) { return (unsigned short)a; }
__device__ inline unsigned short __bfloat162ushort_rn(__nv_bfloat16 a) { return (unsigned short)__kern_whole(rintf((float)a), 0, 65535); }
__device__ inline unsigned short __bfloat162ushort_rd(__nv_bfloat16 a) { return (unsigned short)__kern_whole(floorf((float)a), 0, 65535); }
__device__ inline unsigned short __bfloat162ushort_ru(__nv_bfloat16 a) { return (unsigned short)__kern_whole(ceilf((float)a), 0, 65535); }
__host__ __device__ inline __nv_bfloat16 __ll2bfloat16_rn(long long n) { return __nv_bfloat16(n); }
__host__ __device__ inline long long __bfloat162ll_rz(__nv_bfloat16 a) { return (long long)a; }
__device__ inline long long __bfloat162ll_rn(__nv_bfloat16 a) { return __kern_whole(rintf((float)a)); }
__device__ inline long long __bfloat162ll_rd(__nv_bfloat16 a) { return __kern_whole(floorf((float)a)); }
__device__ inline long long __bfloat162ll_ru(__nv_bfloat16 a) { return __kern_whole(ceilf((float)a)); }
__host__ __device__ inline __nv_bfloat16 __ull2bfloat16_rn(unsigned long long n) { return __nv_bfloat16(n); }
__host__ __device__ inline unsigned long long __bfloat162ull_rz(__nv_bfloat16 a) { return (unsigned long long)a; }
__device__ inline unsigned long long __bfloat162ull_rn(__nv_bfloat16 a) { return __kern_natural(rintf((float)a)); }
__device__ inline unsigned long long __bfloat162ull_rd(__nv_bfloat16 a) { return __kern_natural(floorf((float)a)); }
__device__ inline unsigned long long __bfloat162ull_ru(__nv_bfloat16 a) { return __kern_natural(ceilf((float)a)); }
__host__ __device__ inline signed char __bfloat162char_rz(__nv_bfloat16 a) { return (signed char)a; }
__host__ __device__ inline unsigned char __bfloat162uchar_rz(__nv_bfloat16 a) { return (unsigned char)a; }
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7fu)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000u)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80u)
