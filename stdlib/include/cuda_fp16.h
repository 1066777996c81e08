#pragma once
#include <kern/small_float_bits.h>
// binary16 of IEEE 754: 1 sign, 5 bits of exponent, 10 of the fraction.
#define __CUDA_FP16_TYPES_EXIST__
__host__ __device__ inline _Float16 __kern_half_of(unsigned short bits) { _Float16 h; memcpy(&h, &bits, 2); return h; }
__host__ __device__ inline unsigned short __kern_bits_of(_Float16 h) { unsigned short bits; memcpy(&bits, &h, 2); return bits; }
struct __nv_bfloat16;
#define KERN_OTHER __host__ __device__ explicit __half(const __nv_bfloat16 &f);
#define KERN_VALUE _Float16
#define KERN_OF_BITS(bits) __kern_half_of(bits)
#define KERN_OF_FLOAT(f) (_Float16)(f)
#define KERN_BITS(v) __kern_bits_of(v)
#define KERN_FLOAT(v) (float)(v)
#define KERN_INFINITY 0x7c00
#define KERN_NAN 0x7fff
#define KERN_SMALL __half
#define KERN_PAIR __half2
#define KERN_RAW __half_raw
#define KERN_PAIR_RAW __half2_raw
// Sums of products are contracted as those of `float` are.
#define KERN_ARITHMETIC(op) __half r; r.__v = a.__v op b.__v; return r;
#include <kern/small_float.h>
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half __nv_half;
typedef __half2 nv_half2;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
__host__ __device__ inline __half __float2half(float f) { return __half(f); }
__host__ __device__ inline __half __float2half_rn(float f) { return __half(f); }
__host__ __device__ inline __half __double2half(double f) { return __half(f); }
__host__ __device__ inline float __half2float(__half a) { return a; }
__host__ __device__ inline __half __float2half_rd(float f)
{
    __half near = f;
    return (float)near > f ? __half(__half_raw{__kern_next_down(near.__x())}) : near;
}
__host__ __device__ inline __half __float2half_ru(float f)
{
    __half near = f;
    return (float)near < f ? __half(__half_raw{__kern_next_up(near.__x())}) : near;
}
__host__ __device__ inline __half __float2half_rz(float f) { return f < 0.0f ? __float2half_ru(f) : __float2half_rd(f); }
__host__ __device__ inline __half2 __float2half2_rn(float f) { return __half2(__half(f), __half(f)); }
__host__ __device__ inline __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
__host__ __device__ inline __half2 __float22half2_rn(float2 a) { return __half2(__half(a.x), __half(a.y)); }
__host__ __device__ inline float2 __half22float2(__half2 a) { return make_float2(a.x, a.y); }
__host__ __device__ inline __half2 __half2half2(__half a) { return __half2(a, a); }
__host__ __device__ inline __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__host__ __device__ inline __half2 make_half2(__half a, __half b) { return __half2(a, b); }
__host__ __device__ inline __half __low2half(__half2 a) { return a.x; }
__host__ __device__ inline __half __high2half(__half2 a) { return a.y; }
__host__ __device__ inline __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
__host__ __device__ inline __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
__host__ __device__ inline __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__host__ __device__ inline __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
__host__ __device__ inline __half __ushort_as_half(unsigned short bits) { return __half_raw{bits}; }
__host__ __device__ inline __half __short_as_half(short bits) { return __half_raw{(unsigned short)bits}; }
__host__ __device__ inline unsigned short __half_as_ushort(__half a) { return a.__x(); }
__host__ __device__ inline short __half_as_short(__half a) { return (short)a.__x(); }
__host__ __device__ inline __half __int2half_rn(int n) { return __half(n); }
__host__ __device__ inline int __half2int_rz(__half a) { return (int)a; }
__device__ inline int __half2int_rn(__half a) { return (int)__kern_whole(rintf((float)a), -2147483648LL, 2147483647); }
__device__ inline int __half2int_rd(__half a) { return (int)__kern_whole(floorf((float)a), -2147483648LL, 2147483647); }
__device__ inline int __half2int_ru(__half a) { return (int)__kern_whole(ceilf((float)a), -2147483648LL, 2147483647); }
__host__ __device__ inline __half __uint2half_rn(unsigned int n) { return __half(n); }
__host__ __device__ inline unsigned int __half2uint_rz(__half a) { return (unsigned int)a; }
__device__ inline unsigned int __half2uint_rn(__half a) { return (unsigned int)__kern_whole(rintf((float)a), 0, 4294967295LL); }
__device__ inline unsigned int __half2uint_rd(__half a) { return (unsigned int)__kern_whole(floorf((float)a), 0, 4294967295LL); }
__device__ inline unsigned int __half2uint_ru(__half a) { return (unsigned int)__kern_whole(ceilf((float)a), 0, 4294967295LL); }
__host__ __device__ inline __half __short2half_rn(short n) { return __half(n); }
__host__ __device__ inline short __half2short_rz(__half a) { return (short)a; }
__device__ inline short __half2short_rn(__half a) { return (short)__kern_whole(rintf((float)a), -32768, 32767); }
__device__ inline short __half2short_rd(__half a) { return (short)__kern_whole(floorf((float)a), -32768, 32767); }
__device__ inline short __half2short_ru(__half a) { return (short)__kern_whole(ceilf((float)a), -32768, 32767); }
__host__ __device__ inline __half __ushort2half_rn(unsigned short n) { return __half(n); }
__host__ __device__ inline unsigned short __half2ushort_rz(__half a) { return (unsigned short)a; }
__device__ inline unsigned short __half2ushort_rn(__half a) { return (unsigned short)__kern_whole(rintf((float)a), 0, 65535); }
__device__ inline unsigned short __half2ushort_rd(__half a) { return (unsigned short)__kern_whole(floorf((float)a), 0, 65535); }
__device__ inline unsigned short __half2ushort_ru(__half a) { return (unsigned short)__kern_whole(ceilf((float)a), 0, 65535); }
__host__ __device__ inline __half __ll2half_rn(long long n) { return __half(n); }
__host__ __device__ inline long long __half2ll_rz(__half a) { return (long long)a; }
__device__ inline long long __half2ll_rn(__half a) { return __kern_whole(rintf((float)a)); }
__device__ inline long long __half2ll_rd(__half a) { return __kern_whole(floorf((float)a)); }
__device__ inline long long __half2ll_ru(__half a) { return __kern_whole(ceilf((float)a)); }
__host__ __device__ inline __half __ull2half_rn(unsigned long long n) { return __half(n); }
__host__ __device__ inline unsigned long long __half2ull_rz(__half a) { return (unsigned long long)a; }
__device__ inline unsigned long long __half2ull_rn(__half a) { return __kern_natural(rintf((float)a)); }
__device__ inline unsigned long long __half2ull_rd(__half a) { return __kern_natural(floorf((float)a)); }
__device__ inline unsigned long long __half2ull_ru(__half a) { return __kern_natural(ceilf((float)a)); }
__host__ __device__ inline signed char __half2char_rz(__half a) { return (signed char)a; }
__host__ __device__ inline unsigned char __half2uchar_rz(__half a) { return (unsigned char)a; }
__host__ __device__ inline __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00u)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00u)
