// Arithmetic of halves and bfloat16, conversions, atomics and shuffles; the output is that of an H200.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__device__ unsigned bits(__half h) { return __half_as_ushort(h); }
__device__ unsigned bits(__nv_bfloat16 h) { return __bfloat16_as_ushort(h); }
__global__ void k(const float *in, int n, unsigned long long *sums) {
    unsigned long long s[24] = {};
    int i = threadIdx.x;
    auto add = [&](int w, unsigned v) { s[w] = s[w] * 1000003ull + v + 1; };
    for (int r = 0; r < n; r += 32) {
        float x = in[(i + r) % n], y = in[(i * 7 + r * 3 + 5) % n], z = in[(i * 11 + r + 1) % n];
        __half a = __float2half(x), b = __float2half_rn(y), c = __float2half_rz(z);
        add(0, bits(a) + (bits(b) << 8) + (bits(c) << 16));
        add(1, bits(a + b)); add(2, bits(a * b)); add(3, bits(a - b)); add(4, bits(a / b));
        add(5, bits(__hfma(a, b, c))); add(6, __hlt(a, b) + 2 * __heq(a, b) + 4 * __hge(a, c));
        add(7, __half2int_rn(a) + __half2uint_rz(b) * 3 + __half2short_rd(c) * 7);
        add(8, bits(__hadd_sat(a, b)));
        __half2 p = __halves2half2(a, b), q = __float22half2_rn(make_float2(y, z));
        __half2 t = __hfma2(p, q, __hadd2(p, q));
        add(9, bits(__low2half(t)) + (bits(__high2half(t)) << 16));
        add(10, bits(hsqrt(__habs(a)))); add(11, bits(hrcp(b)));
        add(12, bits(__hmax(a, b)) + bits(__hmin(b, c)) * 3);
        add(13, __float_as_uint(__half2float(a) + __half2float(c)));
        __nv_bfloat16 u = __float2bfloat16(x), v = __float2bfloat16_rn(y), w = __float2bfloat16_rz(z);
        add(14, bits(u) + (bits(v) << 8) + (bits(w) << 16));
        add(15, bits(u + v)); add(16, bits(u * v)); add(17, bits(__hfma(u, v, w)));
        add(18, __hlt(u, v) + 2 * __hgt(u, w)); add(19, bits(u / v));
        __nv_bfloat162 pp = __halves2bfloat162(u, v);
        __nv_bfloat162 tt = __hmul2(pp, __hsub2(pp, __bfloat162bfloat162(w)));
        add(20, bits(__low2bfloat16(tt)) + (bits(__high2bfloat16(tt)) << 16));
        add(21, bits(__int2half_rn((int)x)) + bits(__uint2half_rn((unsigned)i * 300)));
        add(22, bits(hfloor(a)) + bits(hrint(b)) * 5 + bits(htrunc(c)) * 11 + bits(hceil(a)) * 17);
        a += b; a *= c; ++a; add(23, bits(a) + bits(-b));
    }
    for (int w = 0; w < 24; w++) sums[w * 32 + i] = s[w];
}
__global__ void at(__half *h, __half2 *h2, __nv_bfloat16 *b) { atomicAdd(h, __float2half(0.5f)); atomicAdd(h2, __floats2half2_rn(1.f, 2.f)); atomicAdd(b, __float2bfloat16(1.f));
    __half v = __shfl_down_sync(~0u, __float2half((float)threadIdx.x), 3); if (threadIdx.x == 2) h[2] = v; }
int main() {
    const int n = 4096;
    float *in; unsigned long long *sums;
    cudaMallocManaged(&in, n * sizeof(float)); cudaMallocManaged(&sums, 24 * 32 * 8);
    unsigned r = 1;
    for (int i = 0; i < n; i++) { r = r * 1664525u + 1013904223u; union { unsigned u; float f; } v; v.u = (r & 0x80000000u) | ((0x60 + (r >> 8) % 0x30) << 23) | ((r * 2654435761u) & 0x7fffff); in[i] = i % 97 == 0 ? 0.f : i % 101 == 0 ? 70000.f * (i % 2 ? 1 : -1) : i % 89 == 0 ? 1e-7f : v.f; }
    k<<<1, 32>>>(in, n, sums);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    for (int w = 0; w < 24; w++) { unsigned long long t = 0; for (int i = 0; i < 32; i++) t = t * 31 + sums[w * 32 + i]; printf("%d %llx\n", w, t); }
    __half *h; cudaMallocManaged(&h, 16); __half2 *h2; cudaMallocManaged(&h2, 4); __nv_bfloat16 *b; cudaMallocManaged(&b, 4);
    for (int i = 0; i < 8; i++) h[i] = __float2half(0);
    b[1] = __float2bfloat16(0);
    *h = __float2half(1.0f); *h2 = __floats2half2_rn(0, 0); *b = __float2bfloat16(0);
    at<<<1, 32>>>(h, h2, b); cudaDeviceSynchronize();
    printf("%g %g %g %g %g\n", __half2float(h[0]), __low2float(*h2), __high2float(*h2), __bfloat162float(*b), __half2float(h[2]));
    __half x = 3.5f; x = x * __half(2.0f); printf("%f %d\n", (float)x, sizeof(__half2) == 4);
}
