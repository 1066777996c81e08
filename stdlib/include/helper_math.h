#pragma once
// Arithmetic of vector types, as the header of that name of NVIDIA's samples has it.
#include <cuda_runtime.h>
#include <math.h>
#include <sys/types.h>
#define __KERN_VECTORS(NAME, T) NAME(T, T##2, 2) NAME(T, T##3, 3) NAME(T, T##4, 4)
#define __KERN_PARTS_2(F, S) F(x) S F(y)
#define __KERN_PARTS_3(F, S) F(x) S F(y) S F(z)
#define __KERN_PARTS_4(F, S) F(x) S F(y) S F(z) S F(w)
#define __KERN_MAKE_2(V, F) make_##V(F(x), F(y))
#define __KERN_MAKE_3(V, F) make_##V(F(x), F(y), F(z))
#define __KERN_MAKE_4(V, F) make_##V(F(x), F(y), F(z), F(w))
#define __KERN_EACH(R, NAME, ARGS, V, N, F) inline __host__ __device__ R NAME ARGS { return __KERN_MAKE_##N(V, F); }
// What makes a vector of one number, of another type's vector, or of a shorter or longer one.
#define __KERN_S(part) s
#define __KERN_A(part) a.part
#define __KERN_FLOAT(part) (float)a.part
#define __KERN_INT(part) (int)a.part
#define __KERN_UINT(part) (uint)a.part
#define __KERN_FILLED(T, V, N) __KERN_EACH(V, make_##V, (T s), V, N, __KERN_S)
__KERN_VECTORS(__KERN_FILLED, float)
__KERN_VECTORS(__KERN_FILLED, int)
__KERN_VECTORS(__KERN_FILLED, uint)
#define __KERN_CONVERTED(N) \
    __KERN_EACH(float##N, make_float##N, (int##N a), float##N, N, __KERN_FLOAT) \
    __KERN_EACH(float##N, make_float##N, (uint##N a), float##N, N, __KERN_FLOAT) \
    __KERN_EACH(int##N, make_int##N, (float##N a), int##N, N, __KERN_INT) \
    __KERN_EACH(int##N, make_int##N, (uint##N a), int##N, N, __KERN_INT) \
    __KERN_EACH(uint##N, make_uint##N, (float##N a), uint##N, N, __KERN_UINT) \
    __KERN_EACH(uint##N, make_uint##N, (int##N a), uint##N, N, __KERN_UINT)
__KERN_CONVERTED(2)
__KERN_CONVERTED(3)
__KERN_CONVERTED(4)
#define __KERN_LENGTHENED(T) \
    inline __host__ __device__ T##2 make_##T##2(T##3 a) { return make_##T##2(a.x, a.y); } \
    inline __host__ __device__ T##3 make_##T##3(T##2 a) { return make_##T##3(a.x, a.y, 0); } \
    inline __host__ __device__ T##3 make_##T##3(T##2 a, T s) { return make_##T##3(a.x, a.y, s); } \
    inline __host__ __device__ T##3 make_##T##3(T##4 a) { return make_##T##3(a.x, a.y, a.z); } \
    inline __host__ __device__ T##4 make_##T##4(T##3 a) { return make_##T##4(a.x, a.y, a.z, 0); } \
    inline __host__ __device__ T##4 make_##T##4(T##3 a, T w) { return make_##T##4(a.x, a.y, a.z, w); }
__KERN_LENGTHENED(float)
__KERN_LENGTHENED(int)
__KERN_LENGTHENED(uint)
// Operators, part by part; a number stands for a vector of it.
#define __KERN_NEGATIVE(part) -a.part
#define __KERN_SIGNED(T, V, N) __KERN_EACH(V, operator-, (V &a), V, N, __KERN_NEGATIVE)
__KERN_VECTORS(__KERN_SIGNED, float)
__KERN_VECTORS(__KERN_SIGNED, int)
#define __KERN_OPERATOR(OP, T, V, N, VV, VS, SV) \
    __KERN_EACH(V, operator OP, (V a, V b), V, N, VV) \
    __KERN_EACH(V, operator OP, (V a, T b), V, N, VS) \
    __KERN_EACH(V, operator OP, (T a, V b), V, N, SV) \
    inline __host__ __device__ void operator OP##=(V &a, V b) { a = a OP b; } \
    inline __host__ __device__ void operator OP##=(V &a, T b) { a = a OP b; }
#define __KERN_SUM(part) a.part + b.part
#define __KERN_SUM_VS(part) a.part + b
#define __KERN_SUM_SV(part) a + b.part
#define __KERN_DIFFERENCE(part) a.part - b.part
#define __KERN_DIFFERENCE_VS(part) a.part - b
#define __KERN_DIFFERENCE_SV(part) a - b.part
#define __KERN_PRODUCT(part) a.part * b.part
#define __KERN_PRODUCT_VS(part) a.part * b
#define __KERN_PRODUCT_SV(part) a * b.part
#define __KERN_QUOTIENT(part) a.part / b.part
#define __KERN_QUOTIENT_VS(part) a.part / b
#define __KERN_QUOTIENT_SV(part) a / b.part
#define __KERN_ARITHMETIC(T, V, N) \
    __KERN_OPERATOR(+, T, V, N, __KERN_SUM, __KERN_SUM_VS, __KERN_SUM_SV) \
    __KERN_OPERATOR(-, T, V, N, __KERN_DIFFERENCE, __KERN_DIFFERENCE_VS, __KERN_DIFFERENCE_SV) \
    __KERN_OPERATOR(*, T, V, N, __KERN_PRODUCT, __KERN_PRODUCT_VS, __KERN_PRODUCT_SV)
__KERN_VECTORS(__KERN_ARITHMETIC, float)
__KERN_VECTORS(__KERN_ARITHMETIC, int)
__KERN_VECTORS(__KERN_ARITHMETIC, uint)
#define __KERN_DIVISION(T, V, N) __KERN_OPERATOR(/, T, V, N, __KERN_QUOTIENT, __KERN_QUOTIENT_VS, __KERN_QUOTIENT_SV)
__KERN_VECTORS(__KERN_DIVISION, float)
// Limits.
inline __device__ __host__ float lerp(float a, float b, float t) { return a + t * (b - a); }
inline __device__ __host__ float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
inline __device__ __host__ int clamp(int f, int a, int b) { return max(a, min(f, b)); }
inline __device__ __host__ uint clamp(uint f, uint a, uint b) { return max(a, min(f, b)); }
#define __KERN_FMINF(part) fminf(a.part, b.part)
#define __KERN_FMAXF(part) fmaxf(a.part, b.part)
#define __KERN_MIN(part) min(a.part, b.part)
#define __KERN_MAX(part) max(a.part, b.part)
#define __KERN_CLAMP(part) clamp(v.part, a.part, b.part)
#define __KERN_CLAMP_VS(part) clamp(v.part, a, b)
#define __KERN_LIMITS_F(T, V, N) \
    __KERN_EACH(V, fminf, (V a, V b), V, N, __KERN_FMINF) \
    __KERN_EACH(V, fmaxf, (V a, V b), V, N, __KERN_FMAXF)
#define __KERN_LIMITS_I(T, V, N) __KERN_EACH(V, min, (V a, V b), V, N, __KERN_MIN) __KERN_EACH(V, max, (V a, V b), V, N, __KERN_MAX)
#define __KERN_CLAMPED(T, V, N) \
    __KERN_EACH(V, clamp, (V v, T a, T b), V, N, __KERN_CLAMP_VS) \
    __KERN_EACH(V, clamp, (V v, V a, V b), V, N, __KERN_CLAMP)
__KERN_VECTORS(__KERN_LIMITS_F, float)
__KERN_VECTORS(__KERN_LIMITS_I, int)
__KERN_VECTORS(__KERN_LIMITS_I, uint)
__KERN_VECTORS(__KERN_CLAMPED, float)
__KERN_VECTORS(__KERN_CLAMPED, int)
__KERN_VECTORS(__KERN_CLAMPED, uint)
// Geometry, and functions part by part.
#define __KERN_DOT(T, V, N) inline __host__ __device__ T dot(V a, V b) { return __KERN_PARTS_##N(__KERN_PRODUCT, +); }
__KERN_VECTORS(__KERN_DOT, float)
__KERN_VECTORS(__KERN_DOT, int)
__KERN_VECTORS(__KERN_DOT, uint)
inline __host__ __device__ float fracf(float v) { return v - floorf(v); }
inline __device__ __host__ float smoothstep(float a, float b, float x)
{
    float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
    return y * y * (3.0f - 2.0f * y);
}
#define __KERN_FLOORF(part) floorf(a.part)
#define __KERN_FRACF(part) fracf(a.part)
#define __KERN_FMODF(part) fmodf(a.part, b.part)
#define __KERN_FABS(part) fabs(a.part)
#define __KERN_ABS(part) abs(a.part)
#define __KERN_OF_FLOATS(T, V, N) \
    inline __device__ __host__ V lerp(V a, V b, float t) { return a + t * (b - a); } \
    inline __host__ __device__ float length(V v) { return sqrtf(dot(v, v)); } \
    inline __host__ __device__ V normalize(V v) { return v * rsqrtf(dot(v, v)); } \
    __KERN_EACH(V, floorf, (V a), V, N, __KERN_FLOORF) \
    __KERN_EACH(V, fracf, (V a), V, N, __KERN_FRACF) \
    __KERN_EACH(V, fmodf, (V a, V b), V, N, __KERN_FMODF) \
    __KERN_EACH(V, fabs, (V a), V, N, __KERN_FABS) \
    inline __device__ __host__ V smoothstep(V a, V b, V x) \
    { \
        V y = clamp((x - a) / (b - a), 0.0f, 1.0f); \
        return y * y * (make_##V(3.0f) - make_##V(2.0f) * y); \
    }
__KERN_VECTORS(__KERN_OF_FLOATS, float)
#define __KERN_OF_INTS(T, V, N) __KERN_EACH(V, abs, (V a), V, N, __KERN_ABS)
__KERN_VECTORS(__KERN_OF_INTS, int)
inline __host__ __device__ float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }
inline __host__ __device__ float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
