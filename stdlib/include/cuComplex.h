#pragma once
#include <math.h>
#include <vector_types.h>
// Complex numbers of CUDA, in the order of operations that its header has.
#define CU_COMPLEX_H_
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// Each once, for pairs of `float` and of `double`.
template <class Z, class T> __host__ __device__ inline Z __kern_complex(T real, T imaginary)
{
    Z z;
    z.x = real;
    z.y = imaginary;
    return z;
}
template <class Z> __host__ __device__ inline Z __kern_times(Z a, Z b) { return __kern_complex<Z>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
// Divides by the larger magnitude first, so that the squares neither overflow nor vanish.
template <class T, class Z> __host__ __device__ inline Z __kern_over(Z a, Z b)
{
    T scale = T(1) / (fabs(b.x) + fabs(b.y));
    T ar = a.x * scale, ai = a.y * scale, br = b.x * scale, bi = b.y * scale;
    T over = T(1) / (br * br + bi * bi);
    return __kern_complex<Z>((ar * br + ai * bi) * over, (ai * br - ar * bi) * over);
}
template <class T, class Z> __host__ __device__ inline T __kern_magnitude(Z z, T largest)
{
    T a = fabs(z.x), b = fabs(z.y);
    T large = a > b ? a : b, small = a > b ? b : a;
    if (large == T(0) || large > largest || small > largest) return large + small;
    T ratio = small / large;
    return large * sqrt(T(1) + ratio * ratio);
}
template <class T, class Z> __host__ __device__ inline Z __kern_fma(Z a, Z b, Z c)
{
    T real = a.x * b.x + c.x, imaginary = a.x * b.y + c.y;
    real = -(a.y * b.y) + real;
    imaginary = a.y * b.x + imaginary;
    return __kern_complex<Z>(real, imaginary);
}

__host__ __device__ inline float cuCrealf(cuFloatComplex z) { return z.x; }
__host__ __device__ inline float cuCimagf(cuFloatComplex z) { return z.y; }
__host__ __device__ inline cuFloatComplex make_cuFloatComplex(float real, float imaginary) { return __kern_complex<cuFloatComplex>(real, imaginary); }
__host__ __device__ inline cuFloatComplex cuConjf(cuFloatComplex z) { return make_cuFloatComplex(z.x, -z.y); }
__host__ __device__ inline cuFloatComplex cuCaddf(cuFloatComplex a, cuFloatComplex b) { return make_cuFloatComplex(a.x + b.x, a.y + b.y); }
__host__ __device__ inline cuFloatComplex cuCsubf(cuFloatComplex a, cuFloatComplex b) { return make_cuFloatComplex(a.x - b.x, a.y - b.y); }
__host__ __device__ inline cuFloatComplex cuCmulf(cuFloatComplex a, cuFloatComplex b) { return __kern_times(a, b); }
__host__ __device__ inline cuFloatComplex cuCdivf(cuFloatComplex a, cuFloatComplex b) { return __kern_over<float>(a, b); }
__host__ __device__ inline float cuCabsf(cuFloatComplex z) { return __kern_magnitude<float>(z, 3.402823466e38f); }
__host__ __device__ inline cuFloatComplex cuCfmaf(cuFloatComplex a, cuFloatComplex b, cuFloatComplex c) { return __kern_fma<float>(a, b, c); }

__host__ __device__ inline double cuCreal(cuDoubleComplex z) { return z.x; }
__host__ __device__ inline double cuCimag(cuDoubleComplex z) { return z.y; }
__host__ __device__ inline cuDoubleComplex make_cuDoubleComplex(double real, double imaginary) { return __kern_complex<cuDoubleComplex>(real, imaginary); }
__host__ __device__ inline cuDoubleComplex cuConj(cuDoubleComplex z) { return make_cuDoubleComplex(z.x, -z.y); }
__host__ __device__ inline cuDoubleComplex cuCadd(cuDoubleComplex a, cuDoubleComplex b) { return make_cuDoubleComplex(a.x + b.x, a.y + b.y); }
__host__ __device__ inline cuDoubleComplex cuCsub(cuDoubleComplex a, cuDoubleComplex b) { return make_cuDoubleComplex(a.x - b.x, a.y - b.y); }
__host__ __device__ inline cuDoubleComplex cuCmul(cuDoubleComplex a, cuDoubleComplex b) { return __kern_times(a, b); }
__host__ __device__ inline cuDoubleComplex cuCdiv(cuDoubleComplex a, cuDoubleComplex b) { return __kern_over<double>(a, b); }
__host__ __device__ inline double cuCabs(cuDoubleComplex z) { return __kern_magnitude<double>(z, 1.79769313486231570e+308); }
__host__ __device__ inline cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c) { return __kern_fma<double>(a, b, c); }

__host__ __device__ inline cuComplex make_cuComplex(float real, float imaginary) { return make_cuFloatComplex(real, imaginary); }
__host__ __device__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
__host__ __device__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return make_cuFloatComplex((float)z.x, (float)z.y); }
