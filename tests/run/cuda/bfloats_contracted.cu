// Products of `__nv_bfloat16` go into sums, from compute capability 9.0 on: rounded once. What is written with `_rn`, and saturated
// sums, stay apart; `__half` alike, whose saturated sums take products too. Compared with integers that know every bit.
#include <cstdio>
#include <cstring>
#include <cmath>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
const int KINDS = 15;
template <int J, class T2, class T> __device__ T one(T a, T b, T c)
{
    T2 aa(a, a), bb(b, b), cc(c, c);
    if constexpr (J == 0) return a * b + c;
    if constexpr (J == 1) return a * b - c;
    if constexpr (J == 2) return c - a * b;
    if constexpr (J == 3) return __hadd(__hmul(a, b), c);
    if constexpr (J == 4) return -(a * b) + c;
    if constexpr (J == 5) return a *= b, a += c;
    if constexpr (J == 6) return (aa * bb + cc).x;
    if constexpr (J == 7) return __hsub2(__hmul2(aa, bb), cc).y;
    if constexpr (J == 8) return __hadd_rn(__hmul(a, b), c);
    if constexpr (J == 9) return __hadd(__hmul_rn(a, b), c);
    if constexpr (J == 10) return __hadd2_rn(__hmul2(aa, bb), cc).x;
    if constexpr (J == 11) return __hadd2(__hmul2_rn(aa, bb), cc).y;
    if constexpr (J == 12) return __hadd_sat(__hmul(a, b), c);
    if constexpr (J == 13) return __hsub_rn(__hmul_rn(a, b), c);
    return a * b;
}
template <int J, class T, class T2, class Raw> __global__ void k(const unsigned short *in, unsigned short *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i * KINDS + J] = ((Raw)one<J, T2>(T(Raw{in[3 * i]}), T(Raw{in[3 * i + 1]}), T(Raw{in[3 * i + 2]}))).x;
}
template <int J, class T, class T2, class Raw> void launch(const unsigned short *in, unsigned short *out, int n)
{
    if constexpr (J < KINDS) {
        k<J, T, T2, Raw><<<n / 128, 128>>>(in, out, n);
        launch<J + 1, T, T2, Raw>(in, out, n);
    }
}
// `d`, which is exact, as a number of so many bits of fraction and exponent.
static unsigned short rounded(double d, int fraction, int exponents)
{
    int bias = (1 << (exponents - 1)) - 1, e;
    unsigned short sign = std::signbit(d) ? 0x8000 : 0;
    if (std::isnan(d)) return 0x7fff;
    if (std::isinf(d)) return sign | ((1 << exponents) - 1) << fraction;
    if (d == 0) return sign;
    frexp(d, &e);
    int last = (e - 1 < 1 - bias ? 1 - bias : e - 1) - fraction;
    double units = rint(ldexp(fabs(d), -last));
    double near = ldexp(units, last);
    if (near >= ldexp(1.0, bias + 1)) return sign | ((1 << exponents) - 1) << fraction;
    frexp(near, &e);
    if (near == 0 || e - 1 < 1 - bias) return sign | (unsigned short)units;
    return sign | (e - 1 + bias) << fraction | ((int)ldexp(near, fraction - e + 1) & ((1 << fraction) - 1));
}
static double value(unsigned short bits, int fraction, int exponents)
{
    int bias = (1 << (exponents - 1)) - 1, e = bits >> fraction & ((1 << exponents) - 1), f = bits & ((1 << fraction) - 1);
    double size = e == (1 << exponents) - 1 ? INFINITY : e == 0 ? ldexp(f, 1 - bias - fraction) : ldexp(f + (1 << fraction), e - bias - fraction);
    return bits & 0x8000 ? -size : size;
}
template <class T, class T2, class Raw> void compare(const char *name, int fraction, int exponents, int middle)
{
    const int n = 4096;
    static unsigned short h[3 * n], r[KINDS * n];
    unsigned x = 7;
    for (int i = 0; i < 3 * n; i++) {
        x = x * 1664525u + 1013904223u;
        int spread = i / 3 % 8 == 0 ? 14 : 3, e = middle + (int)(x >> 20) % (2 * spread) - spread;
        // Of every eighth the product is near the least number.
        if (i / 3 % 8 == 1) e = i % 3 == 2 ? (int)(x >> 20) % 2 : (middle - fraction) / 2 + (int)(x >> 20) % 8;
        h[i] = (x & 0x8000) | e << fraction | (x >> 8 & ((1 << fraction) - 1));
    }
    unsigned short *in, *out;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    launch<0, T, T2, Raw>(in, out, n);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    int once[KINDS] = {}, twice[KINDS] = {}, product = 0;
    for (int i = 0; i < n; i++) {
        double a = value(h[3 * i], fraction, exponents), b = value(h[3 * i + 1], fraction, exponents), c = value(h[3 * i + 2], fraction, exponents);
        unsigned short ab = rounded(a * b, fraction, exponents);
        product += r[i * KINDS + 14] == ab;
        double p = value(ab, fraction, exponents);
        for (int j = 0; j < 14; j++) {
            bool minus = j == 1 || j == 7 || j == 13, back = j == 2 || j == 4;
            double exact = minus ? a * b - c : back ? c - a * b : a * b + c, parts = minus ? p - c : back ? c - p : p + c;
            if (j == 12) exact = fmin(fmax(exact, 0.0), 1.0), parts = fmin(fmax(parts, 0.0), 1.0);
            unsigned short one = rounded(exact, fraction, exponents), two = rounded(parts, fraction, exponents), got = r[i * KINDS + j];
            if (one == two) {
                if (one != got && ((one | got) & 0x7fff) != 0) printf("%s %d: %04x %04x %04x is %04x, not %04x\n", name, j, h[3 * i], h[3 * i + 1], h[3 * i + 2], got, one);
            } else {
                once[j] += one == got;
                twice[j] += two == got;
            }
        }
    }
    printf("%s: %d products of %d;", name, product, n);
    for (int j = 0; j < 14; j++) printf(" %d+%d", once[j], twice[j]);
    printf("\n");
    cudaFree(in);
    cudaFree(out);
}
__global__ void text(unsigned short a, unsigned short b, unsigned short c)
{
    unsigned short r[6];
    asm("{fma.rn.bf16 %0, %1, %2, %3;}" : "=h"(r[0]) : "h"(a), "h"(b), "h"(c));
    asm("{.reg .b16 t; mul.bf16 t, %1, %2; add.bf16 %0, t, %3;}" : "=h"(r[1]) : "h"(a), "h"(b), "h"(c));
    asm("{.reg .b16 t; mul.rn.bf16 t, %1, %2; sub.rn.bf16 %0, t, %3;}" : "=h"(r[2]) : "h"(a), "h"(b), "h"(c));
    asm("neg.bf16 %0, %1;" : "=h"(r[3]) : "h"(a));
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(r[4]) : "f"(3.14159f));
    asm("cvt.rn.relu.bf16.f32 %0, %1;" : "=h"(r[5]) : "f"(-3.14159f));
    printf("%04x %04x %04x %04x %04x %04x\n", r[0], r[1], r[2], r[3], r[4], r[5]);
}
int main()
{
    compare<__nv_bfloat16, __nv_bfloat162, __nv_bfloat16_raw>("bfloat16", 7, 8, 127);
    compare<__half, __half2, __half_raw>("half", 10, 5, 15);
    text<<<1, 1>>>(0x3f81, 0x3f83, 0xbf84);
    cudaDeviceSynchronize();
    __nv_bfloat16 a = 1.0078125f, b = 1.0234375f, c = -1.03125f, s = a * b + c;
    printf("%g\n", (float)s);
}
