#pragma once
#include <math.h>
#include <string.h>
#include <vector_types.h>
// What the floating types of 16 bits are made with. A value is rounded to odd where it is rounded twice: cut off, with the last bit
// set where something was lost, so that the second rounding is that of the value itself.
__host__ __device__ inline unsigned int __kern_float_bits(float f) { unsigned int bits; memcpy(&bits, &f, 4); return bits; }
__host__ __device__ inline float __kern_bits_float(unsigned int bits) { float f; memcpy(&f, &bits, 4); return f; }
__host__ __device__ inline float __kern_odd(double d)
{
    float f = (float)d;
    unsigned int bits = __kern_float_bits(f);
    if ((double)f == d || d != d) return f;
    if (fabs((double)f) > fabs(d)) bits--;
    return __kern_bits_float(bits | 1);
}
__host__ __device__ inline double __kern_odd(unsigned long n) { return n >> 53 ? (double)((n & ~0xffful) | ((n & 0xffful) != 0 ? 0x800ul : 0ul)) : (double)n; }
__host__ __device__ inline double __kern_odd(long n) { return n < 0 ? -__kern_odd(0ul - (unsigned long)n) : __kern_odd((unsigned long)n); }
// `p + c` rounded to odd.
__host__ __device__ inline double __kern_odd_sum(double p, double c)
{
    double sum = p + c, part = sum - p, lost = (p - (sum - part)) + (c - part);
    if (!(fabs(lost) > 0.0) || isinf(sum)) return sum;
    long bits;
    memcpy(&bits, &sum, 8);
    if ((bits & 1) == 0) bits += (lost > 0.0) == (sum > 0.0) ? 1 : -1;
    memcpy(&sum, &bits, 8);
    return sum;
}
// Towards zero, within the limits; NaN is 0.
__host__ __device__ inline long long __kern_whole(float f, long long low, long long high)
{
    return f != f ? 0 : f <= (float)low ? low : f >= (float)high ? high : (long long)f;
}
__host__ __device__ inline long long __kern_whole(float f)
{
    return f != f ? (long long)0x8000000000000000ull : f <= -0x1p63f ? (long long)0x8000000000000000ull : f >= 0x1p63f ? 0x7fffffffffffffffll : (long long)f;
}
__host__ __device__ inline unsigned long long __kern_natural(float f)
{
    return f != f ? 0x8000000000000000ull : f <= 0.0f ? 0 : f >= 0x1p64f ? 0xffffffffffffffffull : (unsigned long long)f;
}
// The neighbour of a value of 16 bits.
__host__ __device__ inline unsigned short __kern_next_up(unsigned short bits) { return bits == 0x8000 ? 1 : bits >> 15 ? bits - 1 : bits + 1; }
__host__ __device__ inline unsigned short __kern_next_down(unsigned short bits) { return bits == 0 ? 0x8001 : bits >> 15 ? bits + 1 : bits - 1; }
