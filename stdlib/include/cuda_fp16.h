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
#define KERN_STEM half
#define KERN_SMALL __half
#define KERN_PAIR __half2
#define KERN_RAW __half_raw
#define KERN_PAIR_RAW __half2_raw
// Sums of products are contracted as those of `float` are.
#define KERN_ARITHMETIC(name, op) a.__v = a.__v op b.__v; return a;
#define KERN_ROUNDED(name, op) return __half((float)a op (float)b);
#define KERN_SATURABLE(name) name
#define KERN_NEGATIVE(v) -(v)
#include <kern/small_float.h>
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half __nv_half;
typedef __half2 nv_half2;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
__host__ __device__ inline __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00u)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bffu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00u)
