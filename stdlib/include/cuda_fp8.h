#pragma once
#include <cuda_bf16.h>
// Floating types of 8 bits: a sign, 4 bits of exponent and 3 of the fraction without infinities, or 5 and 2.
#define __CUDA_FP8_TYPES_EXIST__
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;
__host__ __device__ inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate, __nv_fp8_interpretation_t of)
{
    const unsigned long long one = 1;
    unsigned long long bits;
    memcpy(&bits, &x, 8);
    bool narrow = of == __NV_E5M2;
    unsigned char sign = bits >> 63 << 7;
    unsigned long long fraction = bits & ((one << 52) - 1);
    int exponent = bits >> 52 & 0x7ff;
    if (exponent == 0x7ff && fraction) return sign | (narrow ? 0x7e | (fraction >> 50) : 0x7f);
    int kept = narrow ? 2 : 3, dropped = 52 - kept;
    exponent -= narrow ? 1023 - 15 : 1023 - 7;
    // Below the smallest normal number more bits fall away.
    if (exponent < 1) {
        dropped = exponent < 1 - kept - 1 ? 54 : dropped + 1 - exponent;
        exponent = 1;
    }
    fraction |= one << 52;
    unsigned long long rest = fraction & ((one << dropped) - 1), half = one << (dropped - 1);
    int code = ((exponent - 1) << kept) + (int)(fraction >> dropped);
    if (rest > half || rest == half && code & 1) code++;
    int largest = narrow ? 0x7b : 0x7e;
    if (code > largest) code = saturate == __NV_SATFINITE ? largest : largest + 1;
    return sign | code;
}
__host__ __device__ inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate, __nv_fp8_interpretation_t of)
{
    return x != x ? 0x7f : __nv_cvt_double_to_fp8(x, saturate, of);
}
__host__ __device__ inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t of)
{
    return __nv_cvt_float_to_fp8((float)__half(x), saturate, of);
}
__host__ __device__ inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t of)
{
    return __nv_cvt_float_to_fp8((float)__nv_bfloat16(x), saturate, of);
}
#define KERN_PAIR_TO_FP8(function, type, one, first, second) \
    __host__ __device__ inline __nv_fp8x2_storage_t function(type x, __nv_saturation_t saturate, __nv_fp8_interpretation_t of) \
    { \
        return (__nv_fp8x2_storage_t)(one(second, saturate, of) << 8 | one(first, saturate, of)); \
    }
KERN_PAIR_TO_FP8(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8, x.x, x.y)
KERN_PAIR_TO_FP8(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8, x.x, x.y)
KERN_PAIR_TO_FP8(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, __nv_cvt_halfraw_to_fp8, __half_raw{x.x}, __half_raw{x.y})
KERN_PAIR_TO_FP8(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_cvt_bfloat16raw_to_fp8, __nv_bfloat16_raw{x.x}, __nv_bfloat16_raw{x.y})
#undef KERN_PAIR_TO_FP8
__host__ __device__ inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t of)
{
    int size = x & 0x7f;
    if (size > (of == __NV_E5M2 ? 0x7c : 0x7e)) return __half_raw{0x7fff};
    if (of == __NV_E5M2) return __half_raw{(unsigned short)(x << 8)};
    // The exponent of the other is less by 8 than that of `__half`.
    float value = (float)__half(__half_raw{(unsigned short)(size << 7)}) * 256.0f;
    return __half(x & 0x80 ? -value : value);
}
__host__ __device__ inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t of)
{
    return __half2_raw{__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, of).x, __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), of).x};
}
__host__ __device__ inline float2 __kern_fp8_pair(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t of)
{
    __half2 pair = __nv_cvt_fp8x2_to_halfraw2(x, of);
    return make_float2((float)pair.x, (float)pair.y);
}
#define KERN_FROM(type) __host__ __device__ explicit KERN_FP8(type n) : KERN_FP8((float)n) {}
#define KERN_TO(type) __host__ __device__ explicit operator type() const { return (type)(__half)*this; }
#define KERN_FROM_FOUR(type, pair) \
    __host__ __device__ explicit KERN_FP8X4(type f) \
        : __x(KERN_FP8X2(pair(f.x, f.y)).__x | (__nv_fp8x4_storage_t)KERN_FP8X2(pair(f.z, f.w)).__x << 16) {}
#define KERN_FP8 __nv_fp8_e4m3
#define KERN_FP8X2 __nv_fp8x2_e4m3
#define KERN_FP8X4 __nv_fp8x4_e4m3
#define KERN_KIND __NV_E4M3
#include <kern/small_float_of_8.h>
#define KERN_FP8 __nv_fp8_e5m2
#define KERN_FP8X2 __nv_fp8x2_e5m2
#define KERN_FP8X4 __nv_fp8x4_e5m2
#define KERN_KIND __NV_E5M2
#include <kern/small_float_of_8.h>
#undef KERN_FROM
#undef KERN_TO
#undef KERN_FROM_FOUR
