// Floating types of 8 bits: all their values, and roundings of all of the types of 16 bits, as NVIDIA's header has them on the host.
#include <cstdio>
#include <cuda_fp8.h>
#include <vector>
static unsigned long long mix(unsigned long long h, unsigned long long v) { return (h ^ v) * 1099511628211ull + (h >> 29); }
int main()
{
    const __nv_fp8_interpretation_t kinds[] = {__NV_E4M3, __NV_E5M2};
    const __nv_saturation_t sats[] = {__NV_NOSAT, __NV_SATFINITE};
    for (auto k : kinds) {
        unsigned long long h = 1;
        for (int x = 0; x < 256; x++) { h = mix(h, __nv_cvt_fp8_to_halfraw(x, k).x); __half2_raw r = __nv_cvt_fp8x2_to_halfraw2(x | (255 - x) << 8, k); h = mix(h, r.x); h = mix(h, r.y); }
        printf("to half %llx\n", h);
        for (auto s : sats) {
            unsigned long long a = 1, b = 1, c = 1, d = 1;
            for (int x = 0; x < 65536; x++) {
                __half_raw hr; hr.x = x; a = mix(a, __nv_cvt_halfraw_to_fp8(hr, s, k));
                __nv_bfloat16_raw br; br.x = x; b = mix(b, __nv_cvt_bfloat16raw_to_fp8(br, s, k));
                float f; unsigned u = (unsigned)x << 16 | (x * 2654435761u >> 16 & (x & 1 ? 0xffff : 0)); __builtin_memcpy(&f, &u, 4); c = mix(c, __nv_cvt_float_to_fp8(f, s, k));
                double e; unsigned long long w = ((unsigned long long)x << 48) | (x % 3 == 1 ? x * 0x9E3779B97F4A7C15ull >> 16 : x % 3 == 2 ? 1 : 0); __builtin_memcpy(&e, &w, 8); d = mix(d, __nv_cvt_double_to_fp8(e, s, k));
            }
            printf("%llx %llx %llx %llx\n", a, b, c, d);
        }
        // Halfway points of all neighbours, and what lies just beside them.
        unsigned long long h2 = 1;
        for (int x = 0; x < 126; x++) {
            __half_raw r0 = __nv_cvt_fp8_to_halfraw(x, k), r1 = __nv_cvt_fp8_to_halfraw(x + 1, k);
            double m = ((double)(float)__half(r0) + (double)(float)__half(r1)) / 2;
            for (double q : {m, m * (1 + 1e-15), m * (1 - 1e-15), -m}) for (auto s : sats) h2 = mix(h2, __nv_cvt_double_to_fp8(q, s, k)), h2 = mix(h2, __nv_cvt_float_to_fp8((float)q, s, k));
        }
        printf("%llx\n", h2);
    }
#define ALL(T) { unsigned long long h = 1; for (int x = 0; x < 256; x++) { T v; v.__x = x; h = mix(h, (unsigned char)v); h = mix(h, (unsigned short)v); h = mix(h, (unsigned)v); h = mix(h, (unsigned char)(signed char)v); h = mix(h, (unsigned short)(short)v); h = mix(h, (unsigned)(int)v); h = mix(h, (long long)v); h = mix(h, (unsigned char)(char)v); h = mix(h, (long)v); h = mix(h, (bool)v); if (!(v.__x & 0x80)) h = mix(h, (unsigned long long)v);  \
      float f = (float)v; if (f == f) { T w(f); h = mix(h, w.__x); } T i(x * 7 - 800), j((unsigned)x * 300), l((long long)x << 9), sh((short)(x - 128)); h = mix(h, i.__x); h = mix(h, j.__x); h = mix(h, l.__x); h = mix(h, sh.__x); T bb((__nv_bfloat16)v); h = mix(h, bb.__x); T dd((double)v); h = mix(h, dd.__x); } printf(#T " %llx\n", h); }
    ALL(__nv_fp8_e4m3) ALL(__nv_fp8_e5m2)
    __nv_fp8x4_e4m3 q(make_float4(1.1f, -3.3f, 500.f, 0.001f)); float4 f = (float4)q; printf("%x %g %g %g %g %d %d\n", q.__x, f.x, f.y, f.z, f.w, (int)sizeof q, (int)alignof(__nv_fp8x2_e5m2));
    __nv_fp8x2_e5m2 p(make_double2(1e9, -1e-9)); float2 g = (float2)p; __half2 h = (__half2)p; printf("%x %g %g %g\n", p.__x, g.x, g.y, (float)h.x);
    __nv_fp8x2_e4m3 hp(__half2(__half(2.7f), __half(-9.f))); printf("%x\n", hp.__x);
}
