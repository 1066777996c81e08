#pragma once
#include <math.h>
// Lengths of vectors, in the steps of libdevice: sizes are scaled by a power of two, and the largest is squared last.
template <class T> __device__ inline T __kern_largest(int n, const T *p)
{
    T largest = fabs(p[0]);
    for (int i = 1; i < n; ++i) largest = fmax(fabs(p[i]), largest);
    return largest;
}
template <class T> __device__ inline T __kern_squares_of_others(int n, const T *p, T scale, T big)
{
    T sum = 0;
    int seen = 0;
    for (int i = 0; i < n; ++i) {
        T size = fabs(p[i]) * scale;
        if (i == seen && size == big) continue;
        sum = fma(size, size, sum);
        ++seen;
    }
    return sum;
}
__device__ inline float normf(int n, const float *p)
{
    float largest = __kern_largest(n, p);
    unsigned int exponent = __float_as_uint(largest) & 0xfe000000u;
    float scale = __uint_as_float(0x7e800000u - exponent), big = largest * scale;
    float others = __kern_squares_of_others(n, p, scale, big);
    float length = sqrtf(fmaf(big, big, others)) * __uint_as_float(exponent + 0x800000u);
    return others == 0.0f || isinf(largest) ? largest : length;
}
__device__ inline float rnormf(int n, const float *p)
{
    float largest = __kern_largest(n, p);
    float scale = __uint_as_float(0x7e800000u - (__float_as_uint(largest) & 0xfe000000u)), big = largest * scale;
    float inverse = rsqrtf(fmaf(big, big, __kern_squares_of_others(n, p, scale, big))) * scale;
    return isinf(largest) ? 0.0f : inverse;
}
__device__ inline double norm(int n, const double *p)
{
    double largest = __kern_largest(n, p);
    unsigned int exponent = (unsigned int)__double2hiint(largest) & 0xffc00000u;
    double scale = __hiloint2double((int)(0x7fd00000u - exponent), 0), big = largest * scale;
    double others = __kern_squares_of_others(n, p, scale, big), square = fma(big, big, others);
    double bounded = fmin(square, 0x1.fffffffffffffp+1023), root;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(root) : "d"(bounded));
    double error = __fma_rn(bounded, -__dmul_rn(root, root), 1.0);
    root = __fma_rn(__fma_rn(0.375, error, 0.5), __dmul_rn(error, root), root);
    double length = square * root * __hiloint2double((int)(exponent + 0x100000u), 0);
    return others == 0.0 || (unsigned int)__double2hiint(largest) >= 0x7ff00000u ? largest : length;
}
__device__ inline double rnorm(int n, const double *p)
{
    double largest = __kern_largest(n, p);
    double scale = __hiloint2double((int)(0x7fd00000u - ((unsigned int)__double2hiint(largest) & 0xffc00000u)), 0), big = largest * scale;
    double inverse = scale * rsqrt(fma(big, big, __kern_squares_of_others(n, p, scale, big)));
    return isinf(largest) ? 0.0 : inverse;
}
