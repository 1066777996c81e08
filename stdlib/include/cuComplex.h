#pragma once
#include <math.h>
#include <vector_types.h>
// Complex numbers of CUDA, in the order of operations that its header has.
#define CU_COMPLEX_H_
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

__host__ __device__ inline float cuCrealf(cuFloatComplex z) { return z.x; }
__host__ __device__ inline float cuCimagf(cuFloatComplex z) { return z.y; }
__host__ __device__ inline cuFloatComplex make_cuFloatComplex(float real, float imaginary)
{
    cuFloatComplex z;
    z.x = real;
    z.y = imaginary;
    return z;
}
__host__ __device__ inline cuFloatComplex cuConjf(cuFloatComplex z) { return make_cuFloatComplex(z.x, -z.y); }
__host__ __device__ inline cuFloatComplex cuCaddf(cuFloatComplex a, cuFloatComplex b) { return make_cuFloatComplex(a.x + b.x, a.y + b.y); }
__host__ __device__ inline cuFloatComplex cuCsubf(cuFloatComplex a, cuFloatComplex b) { return make_cuFloatComplex(a.x - b.x, a.y - b.y); }
__host__ __device__ inline cuFloatComplex cuCmulf(cuFloatComplex a, cuFloatComplex b)
{
    return make_cuFloatComplex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
// Divides by the larger magnitude first, so that the squares neither overflow nor vanish.
__host__ __device__ inline cuFloatComplex cuCdivf(cuFloatComplex a, cuFloatComplex b)
{
    float scale = 1.0f / (fabsf(b.x) + fabsf(b.y));
    float ar = a.x * scale, ai = a.y * scale, br = b.x * scale, bi = b.y * scale;
    float over = 1.0f / (br * br + bi * bi);
    return make_cuFloatComplex((ar * br + ai * bi) * over, (ai * br - ar * bi) * over);
}
__host__ __device__ inline float cuCabsf(cuFloatComplex z)
{
    float a = fabsf(z.x), b = fabsf(z.y);
    float large = a > b ? a : b, small = a > b ? b : a;
    if (large == 0.0f || large > 3.402823466e38f || small > 3.402823466e38f) return large + small;
    float ratio = small / large;
    return large * sqrtf(1.0f + ratio * ratio);
}
__host__ __device__ inline cuFloatComplex cuCfmaf(cuFloatComplex a, cuFloatComplex b, cuFloatComplex c)
{
    float real = a.x * b.x + c.x, imaginary = a.x * b.y + c.y;
    real = -(a.y * b.y) + real;
    imaginary = a.y * b.x + imaginary;
    return make_cuFloatComplex(real, imaginary);
}

__host__ __device__ inline double cuCreal(cuDoubleComplex z) { return z.x; }
__host__ __device__ inline double cuCimag(cuDoubleComplex z) { return z.y; }
__host__ __device__ inline cuDoubleComplex make_cuDoubleComplex(double real, double imaginary)
{
    cuDoubleComplex z;
    z.x = real;
    z.y = imaginary;
    return z;
}
__host__ __device__ inline cuDoubleComplex cuConj(cuDoubleComplex z) { return make_cuDoubleComplex(z.x, -z.y); }
__host__ __device__ inline cuDoubleComplex cuCadd(cuDoubleComplex a, cuDoubleComplex b) { return make_cuDoubleComplex(a.x + b.x, a.y + b.y); }
__host__ __device__ inline cuDoubleComplex cuCsub(cuDoubleComplex a, cuDoubleComplex b) { return make_cuDoubleComplex(a.x - b.x, a.y - b.y); }
__host__ __device__ inline cuDoubleComplex cuCmul(cuDoubleComplex a, cuDoubleComplex b)
{
    return make_cuDoubleComplex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
// Divides by the larger magnitude first, so that the squares neither overflow nor vanish.
__host__ __device__ inline cuDoubleComplex cuCdiv(cuDoubleComplex a, cuDoubleComplex b)
{
    double scale = 1.0 / (fabs(b.x) + fabs(b.y));
    double ar = a.x * scale, ai = a.y * scale, br = b.x * scale, bi = b.y * scale;
    double over = 1.0 / (br * br + bi * bi);
    return make_cuDoubleComplex((ar * br + ai * bi) * over, (ai * br - ar * bi) * over);
}
__host__ __device__ inline double cuCabs(cuDoubleComplex z)
{
    double a = fabs(z.x), b = fabs(z.y);
    double large = a > b ? a : b, small = a > b ? b : a;
    if (large == 0.0 || large > 1.79769313486231570e+308 || small > 1.79769313486231570e+308) return large + small;
    double ratio = small / large;
    return large * sqrt(1.0 + ratio * ratio);
}
__host__ __device__ inline cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c)
{
    double real = a.x * b.x + c.x, imaginary = a.x * b.y + c.y;
    real = -(a.y * b.y) + real;
    imaginary = a.y * b.x + imaginary;
    return make_cuDoubleComplex(real, imaginary);
}

__host__ __device__ inline cuComplex make_cuComplex(float real, float imaginary) { return make_cuFloatComplex(real, imaginary); }
__host__ __device__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
__host__ __device__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return make_cuFloatComplex((float)z.x, (float)z.y); }
