// Read whole where it is included: macros make most of its functions.
#ifndef _EMMINTRIN_H_INCLUDED
#define _EMMINTRIN_H_INCLUDED
#include <xmmintrin.h>
// SSE2: two `double`, and integers of 8 to 64 bits (Intel 64 SDM, volume 2).
#define _MM_SHUFFLE2(b, a) ((b) << 1 | (a))
inline __m128d _mm_set_pd(double b, double a) { return __m128d{{a, b}}; }
inline __m128d _mm_setr_pd(double a, double b) { return __m128d{{a, b}}; }
inline __m128d _mm_set1_pd(double a) { return __m128d{{a, a}}; }
inline __m128d _mm_set_pd1(double a) { return _mm_set1_pd(a); }
inline __m128d _mm_set_sd(double a) { return __m128d{{a, 0}}; }
inline __m128d _mm_setzero_pd() { return _mm_set1_pd(0); }
inline __m128d _mm_undefined_pd() { return _mm_setzero_pd(); }
inline __m128d _mm_load_pd(const double *p) { return *(const __m128d *)p; }
inline __m128d _mm_loadu_pd(const double *p)
{
    __m128d v;
    memcpy(&v, p, 16);
    return v;
}
inline __m128d _mm_loadr_pd(const double *p) { return _mm_setr_pd(p[1], p[0]); }
inline __m128d _mm_load_sd(const double *p) { return _mm_set_sd(*p); }
inline __m128d _mm_load1_pd(const double *p) { return _mm_set1_pd(*p); }
inline __m128d _mm_load_pd1(const double *p) { return _mm_set1_pd(*p); }
inline __m128d _mm_loadl_pd(__m128d a, const double *p) { return _mm_setr_pd(*p, a[1]); }
inline __m128d _mm_loadh_pd(__m128d a, const double *p) { return _mm_setr_pd(a[0], *p); }
inline void _mm_store_pd(double *p, __m128d v) { *(__m128d *)p = v; }
inline void _mm_storeu_pd(double *p, __m128d v) { memcpy(p, &v, 16); }
inline void _mm_stream_pd(double *p, __m128d v) { *(__m128d *)p = v; }
inline void _mm_storer_pd(double *p, __m128d v) { *(__m128d *)p = _mm_setr_pd(v[1], v[0]); }
inline void _mm_store_sd(double *p, __m128d v) { *p = v[0]; }
inline void _mm_storel_pd(double *p, __m128d v) { *p = v[0]; }
inline void _mm_storeh_pd(double *p, __m128d v) { *p = v[1]; }
inline void _mm_store1_pd(double *p, __m128d v) { *(__m128d *)p = _mm_set1_pd(v[0]); }
inline void _mm_store_pd1(double *p, __m128d v) { _mm_store1_pd(p, v); }
inline __m128d _mm_move_sd(__m128d a, __m128d b) { return _mm_setr_pd(b[0], a[1]); }
inline double _mm_cvtsd_f64(__m128d a) { return a[0]; }

inline double __sse_wide_mask(bool is) { return __sse_bits<double>(is ? ~0ull : 0ull); }
__KERN_SSE_NUMBERS(__m128d, double, 2, pd, sd, __sse_wide_mask)
inline __m128d _mm_sqrt_pd(__m128d a) { return _mm_setr_pd(sqrt(a[0]), sqrt(a[1])); }
inline __m128d _mm_sqrt_sd(__m128d a, __m128d b) { return _mm_setr_pd(sqrt(b[0]), a[1]); }
inline __m128d _mm_shuffle_pd(__m128d a, __m128d b, int order) { return _mm_setr_pd(a[order & 1], b[order >> 1 & 1]); }
inline __m128d _mm_unpacklo_pd(__m128d a, __m128d b) { return _mm_setr_pd(a[0], b[0]); }
inline __m128d _mm_unpackhi_pd(__m128d a, __m128d b) { return _mm_setr_pd(a[1], b[1]); }
inline int _mm_movemask_pd(__m128d a) { return (signbit(a[0]) != 0) | (signbit(a[1]) != 0) << 1; }
inline __m128d operator-(__m128d a) { return _mm_setr_pd(-a[0], -a[1]); }

inline __m128i _mm_setzero_si128()
{
    __m128i v;
    v.q[0] = v.q[1] = 0;
    return v;
}
inline __m128i _mm_undefined_si128() { return _mm_setzero_si128(); }
inline __m128i _mm_set_epi64x(long long b, long long a)
{
    __m128i v;
    v.q[0] = a;
    v.q[1] = b;
    return v;
}
inline __m128i _mm_set1_epi64x(long long a) { return _mm_set_epi64x(a, a); }
inline __m128i _mm_setr_epi32(int a, int b, int c, int d)
{
    __m128i v;
    v.d[0] = a;
    v.d[1] = b;
    v.d[2] = c;
    v.d[3] = d;
    return v;
}
inline __m128i _mm_set_epi32(int d, int c, int b, int a) { return _mm_setr_epi32(a, b, c, d); }
inline __m128i _mm_set1_epi32(int a) { return _mm_setr_epi32(a, a, a, a); }
inline __m128i _mm_setr_epi16(short a, short b, short c, short d, short e, short f, short g, short h)
{
    short w[8] = {a, b, c, d, e, f, g, h};
    return __sse_bits<__m128i>(w);
}
inline __m128i _mm_set_epi16(short h, short g, short f, short e, short d, short c, short b, short a) { return _mm_setr_epi16(a, b, c, d, e, f, g, h); }
inline __m128i _mm_set1_epi16(short a) { return _mm_setr_epi16(a, a, a, a, a, a, a, a); }
inline __m128i _mm_setr_epi8(char a, char b, char c, char d, char e, char f, char g, char h, char i, char j, char k, char l, char m, char n, char o, char p)
{
    char v[16] = {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p};
    return __sse_bits<__m128i>(v);
}
inline __m128i _mm_set_epi8(char p, char o, char n, char m, char l, char k, char j, char i, char h, char g, char f, char e, char d, char c, char b, char a)
{
    return _mm_setr_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
}
inline __m128i _mm_set1_epi8(char a) { return _mm_setr_epi8(a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a); }
inline __m128i _mm_load_si128(const __m128i *p) { return *p; }
inline __m128i _mm_loadu_si128(const __m128i *p)
{
    __m128i v;
    memcpy(&v, p, 16);
    return v;
}
inline __m128i _mm_loadl_epi64(const __m128i *p)
{
    long long low;
    memcpy(&low, p, 8);
    return _mm_set_epi64x(0, low);
}
inline __m128i _mm_loadu_si64(const void *p) { return _mm_loadl_epi64((const __m128i *)p); }
inline __m128i _mm_loadu_si32(const void *p)
{
    int low;
    memcpy(&low, p, 4);
    return _mm_setr_epi32(low, 0, 0, 0);
}
inline void _mm_store_si128(__m128i *p, __m128i v) { *p = v; }
inline void _mm_storeu_si128(__m128i *p, __m128i v) { memcpy(p, &v, 16); }
inline void _mm_stream_si128(__m128i *p, __m128i v) { *p = v; }
inline void _mm_storel_epi64(__m128i *p, __m128i v) { memcpy(p, &v, 8); }
inline void _mm_storeu_si64(void *p, __m128i v) { memcpy(p, &v, 8); }
inline void _mm_storeu_si32(void *p, __m128i v) { memcpy(p, &v, 4); }
inline void _mm_stream_si32(int *p, int v) { *p = v; }
inline void _mm_stream_si64(long long *p, long long v) { *p = v; }
inline void _mm_maskmoveu_si128(__m128i v, __m128i mask, char *p)
{
    for (int i = 0; i < 16; i++)
        if (mask.b[i] < 0) p[i] = v.b[i];
}
inline void _mm_clflush(const void *) {}

inline int __sse_clamp(int x, int least, int most) { return x < least ? least : x > most ? most : x; }
#define __KERN_SSE(name, lanes, r, ...) \
    inline __m128i _mm_##name(__m128i a, __m128i b) \
    { \
        __m128i v; \
        for (int i = 0; i < lanes; i++) v.r[i] = __VA_ARGS__; \
        return v; \
    }
__KERN_SSE(add_epi8, 16, ub, a.ub[i] + b.ub[i])
__KERN_SSE(add_epi16, 8, uw, a.uw[i] + b.uw[i])
__KERN_SSE(add_epi32, 4, ud, a.ud[i] + b.ud[i])
__KERN_SSE(add_epi64, 2, uq, a.uq[i] + b.uq[i])
__KERN_SSE(sub_epi8, 16, ub, a.ub[i] - b.ub[i])
__KERN_SSE(sub_epi16, 8, uw, a.uw[i] - b.uw[i])
__KERN_SSE(sub_epi32, 4, ud, a.ud[i] - b.ud[i])
__KERN_SSE(sub_epi64, 2, uq, a.uq[i] - b.uq[i])
__KERN_SSE(adds_epi8, 16, b, __sse_clamp(a.b[i] + b.b[i], -128, 127))
__KERN_SSE(adds_epi16, 8, w, __sse_clamp(a.w[i] + b.w[i], -32768, 32767))
__KERN_SSE(adds_epu8, 16, ub, __sse_clamp(a.ub[i] + b.ub[i], 0, 255))
__KERN_SSE(adds_epu16, 8, uw, __sse_clamp(a.uw[i] + b.uw[i], 0, 65535))
__KERN_SSE(subs_epi8, 16, b, __sse_clamp(a.b[i] - b.b[i], -128, 127))
__KERN_SSE(subs_epi16, 8, w, __sse_clamp(a.w[i] - b.w[i], -32768, 32767))
__KERN_SSE(subs_epu8, 16, ub, __sse_clamp(a.ub[i] - b.ub[i], 0, 255))
__KERN_SSE(subs_epu16, 8, uw, __sse_clamp(a.uw[i] - b.uw[i], 0, 65535))
__KERN_SSE(mullo_epi16, 8, w, a.w[i] * b.w[i])
__KERN_SSE(mulhi_epi16, 8, w, a.w[i] * b.w[i] >> 16)
__KERN_SSE(mulhi_epu16, 8, uw, (unsigned)a.uw[i] * b.uw[i] >> 16)
__KERN_SSE(mul_epu32, 2, uq, (unsigned long long)a.ud[2 * i] * b.ud[2 * i])
__KERN_SSE(madd_epi16, 4, ud, (unsigned)(a.w[2 * i] * b.w[2 * i]) + (unsigned)(a.w[2 * i + 1] * b.w[2 * i + 1]))
__KERN_SSE(avg_epu8, 16, ub, (a.ub[i] + b.ub[i] + 1) >> 1)
__KERN_SSE(avg_epu16, 8, uw, (a.uw[i] + b.uw[i] + 1) >> 1)
__KERN_SSE(min_epi16, 8, w, a.w[i] < b.w[i] ? a.w[i] : b.w[i])
__KERN_SSE(max_epi16, 8, w, a.w[i] > b.w[i] ? a.w[i] : b.w[i])
__KERN_SSE(min_epu8, 16, ub, a.ub[i] < b.ub[i] ? a.ub[i] : b.ub[i])
__KERN_SSE(max_epu8, 16, ub, a.ub[i] > b.ub[i] ? a.ub[i] : b.ub[i])
__KERN_SSE(and_si128, 2, q, a.q[i] & b.q[i])
__KERN_SSE(andnot_si128, 2, q, ~a.q[i] & b.q[i])
__KERN_SSE(or_si128, 2, q, a.q[i] | b.q[i])
__KERN_SSE(xor_si128, 2, q, a.q[i] ^ b.q[i])
__KERN_SSE(cmpeq_epi8, 16, b, a.b[i] == b.b[i] ? -1 : 0)
__KERN_SSE(cmpeq_epi16, 8, w, a.w[i] == b.w[i] ? -1 : 0)
__KERN_SSE(cmpeq_epi32, 4, d, a.d[i] == b.d[i] ? -1 : 0)
__KERN_SSE(cmpgt_epi8, 16, b, a.b[i] > b.b[i] ? -1 : 0)
__KERN_SSE(cmpgt_epi16, 8, w, a.w[i] > b.w[i] ? -1 : 0)
__KERN_SSE(cmpgt_epi32, 4, d, a.d[i] > b.d[i] ? -1 : 0)
__KERN_SSE(cmplt_epi8, 16, b, a.b[i] < b.b[i] ? -1 : 0)
__KERN_SSE(cmplt_epi16, 8, w, a.w[i] < b.w[i] ? -1 : 0)
__KERN_SSE(cmplt_epi32, 4, d, a.d[i] < b.d[i] ? -1 : 0)
__KERN_SSE(packs_epi16, 16, b, __sse_clamp(i < 8 ? a.w[i] : b.w[i - 8], -128, 127))
__KERN_SSE(packs_epi32, 8, w, __sse_clamp(i < 4 ? a.d[i] : b.d[i - 4], -32768, 32767))
__KERN_SSE(packus_epi16, 16, ub, __sse_clamp(i < 8 ? a.w[i] : b.w[i - 8], 0, 255))
__KERN_SSE(unpacklo_epi8, 16, b, i % 2 ? b.b[i / 2] : a.b[i / 2])
__KERN_SSE(unpackhi_epi8, 16, b, i % 2 ? b.b[8 + i / 2] : a.b[8 + i / 2])
__KERN_SSE(unpacklo_epi16, 8, w, i % 2 ? b.w[i / 2] : a.w[i / 2])
__KERN_SSE(unpackhi_epi16, 8, w, i % 2 ? b.w[4 + i / 2] : a.w[4 + i / 2])
__KERN_SSE(unpacklo_epi32, 4, d, i % 2 ? b.d[i / 2] : a.d[i / 2])
__KERN_SSE(unpackhi_epi32, 4, d, i % 2 ? b.d[2 + i / 2] : a.d[2 + i / 2])
__KERN_SSE(unpacklo_epi64, 2, q, i ? b.q[0] : a.q[0])
__KERN_SSE(unpackhi_epi64, 2, q, i ? b.q[1] : a.q[1])
#undef __KERN_SSE
inline __m128i _mm_sad_epu8(__m128i a, __m128i b)
{
    __m128i v = _mm_setzero_si128();
    for (int i = 0; i < 16; i++) v.q[i / 8] += a.ub[i] > b.ub[i] ? a.ub[i] - b.ub[i] : b.ub[i] - a.ub[i];
    return v;
}
// Shifts by a constant, and by the first 64 bits of a vector: too far gives 0, or the sign.
#define __KERN_SSE(name, lanes, r, far, shifted) \
    inline __m128i _mm_##name(__m128i a, __m128i count) \
    { \
        unsigned long long n = count.uq[0]; \
        for (int i = 0; i < lanes; i++) a.r[i] = n >= 128 / lanes ? far : shifted; \
        return a; \
    }
__KERN_SSE(sll_epi16, 8, uw, 0, a.uw[i] << n)
__KERN_SSE(sll_epi32, 4, ud, 0, a.ud[i] << n)
__KERN_SSE(sll_epi64, 2, uq, 0, a.uq[i] << n)
__KERN_SSE(srl_epi16, 8, uw, 0, a.uw[i] >> n)
__KERN_SSE(srl_epi32, 4, ud, 0, a.ud[i] >> n)
__KERN_SSE(srl_epi64, 2, uq, 0, a.uq[i] >> n)
__KERN_SSE(sra_epi16, 8, w, a.w[i] >> 15, a.w[i] >> n)
__KERN_SSE(sra_epi32, 4, d, a.d[i] >> 31, a.d[i] >> n)
#undef __KERN_SSE
inline __m128i _mm_slli_epi16(__m128i a, int n) { return _mm_sll_epi16(a, _mm_set_epi64x(0, (unsigned)n)); }
inline __m128i _mm_slli_epi32(__m128i a, int n) { return _mm_sll_epi32(a, _mm_set_epi64x(0, (unsigned)n)); }
inline __m128i _mm_slli_epi64(__m128i a, int n) { return _mm_sll_epi64(a, _mm_set_epi64x(0, (unsigned)n)); }
inline __m128i _mm_srli_epi16(__m128i a, int n) { return _mm_srl_epi16(a, _mm_set_epi64x(0, (unsigned)n)); }
inline __m128i _mm_srli_epi32(__m128i a, int n) { return _mm_srl_epi32(a, _mm_set_epi64x(0, (unsigned)n)); }
inline __m128i _mm_srli_epi64(__m128i a, int n) { return _mm_srl_epi64(a, _mm_set_epi64x(0, (unsigned)n)); }
inline __m128i _mm_srai_epi16(__m128i a, int n) { return _mm_sra_epi16(a, _mm_set_epi64x(0, (unsigned)n)); }
inline __m128i _mm_srai_epi32(__m128i a, int n) { return _mm_sra_epi32(a, _mm_set_epi64x(0, (unsigned)n)); }
inline __m128i _mm_slli_si128(__m128i a, int n)
{
    __m128i v = _mm_setzero_si128();
    for (int i = n & 255; i < 16; i++) v.b[i] = a.b[i - (n & 255)];
    return v;
}
inline __m128i _mm_srli_si128(__m128i a, int n)
{
    __m128i v = _mm_setzero_si128();
    for (int i = n & 255; i < 16; i++) v.b[i - (n & 255)] = a.b[i];
    return v;
}
inline __m128i _mm_bslli_si128(__m128i a, int n) { return _mm_slli_si128(a, n); }
inline __m128i _mm_bsrli_si128(__m128i a, int n) { return _mm_srli_si128(a, n); }
inline __m128i _mm_shuffle_epi32(__m128i a, int order) { return _mm_setr_epi32(a.d[order & 3], a.d[order >> 2 & 3], a.d[order >> 4 & 3], a.d[order >> 6 & 3]); }
inline __m128i _mm_shufflelo_epi16(__m128i a, int order)
{
    __m128i v = a;
    for (int i = 0; i < 4; i++) v.w[i] = a.w[order >> 2 * i & 3];
    return v;
}
inline __m128i _mm_shufflehi_epi16(__m128i a, int order)
{
    __m128i v = a;
    for (int i = 0; i < 4; i++) v.w[4 + i] = a.w[4 + (order >> 2 * i & 3)];
    return v;
}
inline int _mm_movemask_epi8(__m128i a)
{
    int mask = 0;
    for (int i = 0; i < 16; i++) mask |= (a.b[i] < 0) << i;
    return mask;
}
inline int _mm_extract_epi16(__m128i a, int i) { return a.uw[i & 7]; }
inline __m128i _mm_insert_epi16(__m128i a, int x, int i)
{
    a.w[i & 7] = (short)x;
    return a;
}
inline __m128i _mm_move_epi64(__m128i a) { return _mm_set_epi64x(0, a.q[0]); }
inline __m128i operator+(__m128i a, __m128i b) { return _mm_add_epi64(a, b); }
inline __m128i operator-(__m128i a, __m128i b) { return _mm_sub_epi64(a, b); }
inline __m128i operator&(__m128i a, __m128i b) { return _mm_and_si128(a, b); }
inline __m128i operator|(__m128i a, __m128i b) { return _mm_or_si128(a, b); }
inline __m128i operator^(__m128i a, __m128i b) { return _mm_xor_si128(a, b); }

inline __m128i _mm_cvtsi32_si128(int a) { return _mm_setr_epi32(a, 0, 0, 0); }
inline int _mm_cvtsi128_si32(__m128i a) { return a.d[0]; }
inline __m128i _mm_cvtsi64_si128(long long a) { return _mm_set_epi64x(0, a); }
inline long long _mm_cvtsi128_si64(__m128i a) { return a.q[0]; }
inline __m128 _mm_cvtepi32_ps(__m128i a) { return _mm_setr_ps((float)a.d[0], (float)a.d[1], (float)a.d[2], (float)a.d[3]); }
inline __m128i _mm_cvttps_epi32(__m128 a) { return _mm_setr_epi32(__sse_int(a[0]), __sse_int(a[1]), __sse_int(a[2]), __sse_int(a[3])); }
inline __m128i _mm_cvtps_epi32(__m128 a) { return _mm_setr_epi32(__sse_int(rint(a[0])), __sse_int(rint(a[1])), __sse_int(rint(a[2])), __sse_int(rint(a[3]))); }
inline __m128d _mm_cvtepi32_pd(__m128i a) { return _mm_setr_pd(a.d[0], a.d[1]); }
inline __m128i _mm_cvttpd_epi32(__m128d a) { return _mm_setr_epi32(__sse_int(a[0]), __sse_int(a[1]), 0, 0); }
inline __m128i _mm_cvtpd_epi32(__m128d a) { return _mm_setr_epi32(__sse_int(rint(a[0])), __sse_int(rint(a[1])), 0, 0); }
inline __m128d _mm_cvtps_pd(__m128 a) { return _mm_setr_pd(a[0], a[1]); }
inline __m128 _mm_cvtpd_ps(__m128d a) { return _mm_setr_ps((float)a[0], (float)a[1], 0, 0); }
inline int _mm_cvttsd_si32(__m128d a) { return __sse_int(a[0]); }
inline int _mm_cvtsd_si32(__m128d a) { return __sse_int(rint(a[0])); }
inline long long _mm_cvttsd_si64(__m128d a) { return __sse_long(a[0]); }
inline long long _mm_cvtsd_si64(__m128d a) { return __sse_long(rint(a[0])); }
inline __m128d _mm_cvtsi32_sd(__m128d a, int b) { return _mm_setr_pd(b, a[1]); }
inline __m128d _mm_cvtsi64_sd(__m128d a, long long b) { return _mm_setr_pd((double)b, a[1]); }
inline __m128 _mm_cvtsd_ss(__m128 a, __m128d b) { return _mm_setr_ps((float)b[0], a[1], a[2], a[3]); }
inline __m128d _mm_cvtss_sd(__m128d a, __m128 b) { return _mm_setr_pd(b[0], a[1]); }
inline __m128 _mm_castpd_ps(__m128d a) { return __sse_bits<__m128>(a); }
inline __m128i _mm_castpd_si128(__m128d a) { return __sse_bits<__m128i>(a); }
inline __m128d _mm_castps_pd(__m128 a) { return __sse_bits<__m128d>(a); }
inline __m128i _mm_castps_si128(__m128 a) { return __sse_bits<__m128i>(a); }
inline __m128 _mm_castsi128_ps(__m128i a) { return __sse_bits<__m128>(a); }
inline __m128d _mm_castsi128_pd(__m128i a) { return __sse_bits<__m128d>(a); }
inline __m128d _mm_and_pd(__m128d a, __m128d b) { return _mm_castsi128_pd(_mm_and_si128(_mm_castpd_si128(a), _mm_castpd_si128(b))); }
inline __m128d _mm_andnot_pd(__m128d a, __m128d b) { return _mm_castsi128_pd(_mm_andnot_si128(_mm_castpd_si128(a), _mm_castpd_si128(b))); }
inline __m128d _mm_or_pd(__m128d a, __m128d b) { return _mm_castsi128_pd(_mm_or_si128(_mm_castpd_si128(a), _mm_castpd_si128(b))); }
inline __m128d _mm_xor_pd(__m128d a, __m128d b) { return _mm_castsi128_pd(_mm_xor_si128(_mm_castpd_si128(a), _mm_castpd_si128(b))); }
#endif
