#pragma once
#include <cuda_fp16.h>
// bfloat16: the upper half of a `float`. Its bits are held as a `_Float16`, which stays in a register of 16 bits; arithmetic is of its own.
#define __CUDA_BF16_TYPES_EXIST__
__host__ __device__ inline unsigned short __kern_to_bfloat16(float f)
{
    unsigned int bits = __kern_float_bits(f);
    return f != f ? 0x7fff : (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
__host__ __device__ inline float __kern_from_bfloat16(unsigned short bits) { return __kern_bits_float((unsigned int)bits << 16); }
#define KERN_OTHER \
    __host__ __device__ explicit __nv_bfloat16(const __half &f) : __nv_bfloat16((float)f) {}
#define KERN_VALUE _Float16
#define KERN_OF_BITS(bits) __kern_half_of(bits)
#define KERN_OF_FLOAT(f) __kern_half_of(__kern_to_bfloat16(f))
#define KERN_BITS(v) __kern_bits_of(v)
#define KERN_FLOAT(v) __kern_from_bfloat16(__kern_bits_of(v))
#define KERN_INFINITY 0x7f80
#define KERN_NAN 0x7fff
#define KERN_STEM bfloat16
#define KERN_SMALL __nv_bfloat16
#define KERN_PAIR __nv_bfloat162
#define KERN_RAW __nv_bfloat16_raw
#define KERN_PAIR_RAW __nv_bfloat162_raw
#define KERN_ROUNDED(name, op) a.__v = __kern_bf16_##name##_rn(a.__v, b.__v); return a;
// Up to compute capability 8.9 a sum is an `fma` by one, which takes in no product.
#if __KERN_ARCH__ >= 900
#define KERN_ARITHMETIC(name, op) a.__v = __kern_bf16_##name(a.__v, b.__v); return a;
#else
#define KERN_ARITHMETIC(name, op) KERN_ROUNDED(name, op)
#endif
#define KERN_SATURABLE(name) name##_rn
#define KERN_NEGATIVE(v) __kern_bf16_neg(v)
#include <kern/small_float.h>
__host__ __device__ inline __half::__half(const __nv_bfloat16 &f) : __half((float)f) {}
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fffu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7fu)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000u)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80u)
