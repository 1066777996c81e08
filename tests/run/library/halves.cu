// Half and bfloat16 numbers: conversions, arithmetic, comparisons, on the host and in kernels.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
static unsigned long long state = 12345;
static unsigned next() { state = state * 6364136223846793005ull + 1442695040888963407ull; return (unsigned)(state >> 40); }
template <class T> unsigned short bits(T v) { unsigned short b; memcpy(&b, &v, 2); return b; }
template <class T> void sums(const char *name) {
    unsigned long long h = 0;
    auto add = [&](unsigned v) { h = h * 1000003 + v; };
    for (int i = 0; i < 3000; i++) {
        unsigned short u = next(), v = next();
        if (i % 3 == 0) v = u + (i % 5) - 2;
        T a, b;
        memcpy(&a, &u, 2), memcpy(&b, &v, 2);
        if ((float)a != (float)a || (float)b != (float)b) continue;
        T s = a + b, d = a - b, p = a * b;
        if ((float)s == (float)s) add(bits(s));
        if ((float)d == (float)d) add(bits(d));
        if ((float)p == (float)p) add(bits(p));
        if ((float)b != 0) { T q = a / b; if ((float)q == (float)q) add(bits(q)); }
        add(a < b), add(a <= b), add(a == b), add(a != b), add(a > b), add(a >= b);
        add(bits(__hmax(a, b))), add(bits(__hmin(a, b))), add(bits(__habs(a))), add(bits(__hneg(a)));
        add((int)a), add((unsigned)b), add((short)a), add((unsigned char)b), add((unsigned)(long long)a);
        a += b, a *= b, a -= T(2.5f);
        if ((float)a == (float)a) add(bits(a));
        float x = (int)next() * 1e-3f;
        add(bits(T(x))), add(bits(T((double)x * 1.0000001))), add(bits(T((int)next()))), add(bits(T((long long)next() << 30)));
    }
    printf("%s %llx\n", name, h);
}
int main() {
    sums<__half>("half");
    sums<__nv_bfloat16>("bfloat16");
    unsigned long long h = 0;
    for (int i = 0; i < 2000; i++) {
        float f; unsigned u = next() << 8 | (next() & 255); memcpy(&f, &u, 4);
        if (f != f) continue;
        h = h * 31 + bits(__float2half_rn(f)); h = h * 31 + bits(__float2half_rz(f)); h = h * 31 + bits(__float2half_rd(f)); h = h * 31 + bits(__float2half_ru(f));
        h = h * 31 + bits(__float2bfloat16_rn(f)); h = h * 31 + bits(__float2bfloat16_rz(f)); h = h * 31 + bits(__float2bfloat16_rd(f)); h = h * 31 + bits(__float2bfloat16_ru(f));
    }
    printf("%llx\n", h);
    __half2 two = __floats2half2_rn(1.5f, -2.25f), more = __float2half2_rn(3.0f);
    two = two * more + __half2(__float2half(0.5f), __float2half(1.0f));
    float2 f = __half22float2(two);
    printf("%g %g %d %d %x\n", f.x, f.y, (int)__hbgt2(more, two), (int)__heq(two.x, __half(5.0f)), __hgt2_mask(more, two));
    __nv_bfloat162 pair = __floats2bfloat162_rn(3.14159f, 1e30f);
    printf("%g %g %zu %zu\n", __low2float(pair), __high2float(pair), sizeof(pair), alignof(__half2));
#ifdef __CUDACC__
    extern void device();
    device();
#endif
}
#ifdef __CUDACC__
__global__ void kernel(const half *x, half *y, half2 *z, half *sum, __nv_bfloat162 *w, int n) {
    int i = threadIdx.x;
    if (i < n) y[i] = __hfma(x[i], x[i], __float2half(0.25f));
    half total = x[i];
    for (int step = 16; step > 0; step /= 2) total += __shfl_down_sync(~0u, total, step);
    if (i == 0) *sum = total;
    z[i] = __hfma2(__half2half2(x[i]), half2(x[i], hsqrt(__habs(x[i]))), __float2half2_rn(1.0f));
    atomicAdd(&z[32].x, __float2half(1.0f));
    atomicAdd(w, __floats2bfloat162_rn(1.0f, 2.0f));
}
void device() {
    half *x, *y, *sum;
    half2 *z;
    __nv_bfloat162 *w;
    cudaMallocManaged(&x, 64), cudaMallocManaged(&y, 64), cudaMallocManaged(&sum, 2), cudaMallocManaged(&z, 33 * 4), cudaMallocManaged(&w, 4);
    for (int i = 0; i < 32; i++) x[i] = __int2half_rn(i - 3);
    kernel<<<1, 32>>>(x, y, z, sum, w, 32);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i += 5) printf("%g %g %g\n", __half2float(y[i]), __low2float(z[i]), __high2float(z[i]));
    printf("%g %g %g %g\n", __half2float(*sum), __low2float(z[32]), __low2float(*w), __high2float(*w));
}
#endif
