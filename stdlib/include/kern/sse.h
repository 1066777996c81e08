// Read whole where it is included: macros make most of its functions.
#ifndef __KERN_SSE_H
#define __KERN_SSE_H
#include <math.h>
#include <string.h>
// The vectors of SSE, and its instructions on four `float` (Intel 64 SDM, volume 2). Those whose result the manual leaves to the
// processor, `rcpps` and `rsqrtps`, are not there, nor MMX and the control register.
struct alignas(16) __m128 {
    float f[4];
    float &operator[](int i) { return f[i]; }
    const float &operator[](int i) const { return f[i]; }
};
struct alignas(16) __m128d {
    double f[2];
    double &operator[](int i) { return f[i]; }
    const double &operator[](int i) const { return f[i]; }
};
struct alignas(16) __m128i {
    union {
        long long q[2];
        unsigned long long uq[2];
        int d[4];
        unsigned int ud[4];
        short w[8];
        unsigned short uw[8];
        signed char b[16];
        unsigned char ub[16];
    };
    long long &operator[](int i) { return q[i]; }
    const long long &operator[](int i) const { return q[i]; }
};
template <class To, class From> inline To __sse_bits(const From &v)
{
    To to;
    memcpy(&to, &v, sizeof to);
    return to;
}
// What a conversion gives that does not fit: the smallest number.
inline int __sse_int(double x) { return x >= -2147483648.0 && x < 2147483648.0 ? (int)x : -2147483647 - 1; }
inline long long __sse_long(double x) { return x >= -9223372036854775808.0 && x < 9223372036854775808.0 ? (long long)x : -9223372036854775807LL - 1; }

#define _MM_SHUFFLE(d, c, b, a) ((d) << 6 | (c) << 4 | (b) << 2 | (a))
#define _MM_TRANSPOSE4_PS(a, b, c, d) \
    do { \
        __m128 __t0 = _mm_unpacklo_ps(a, b), __t1 = _mm_unpacklo_ps(c, d), __t2 = _mm_unpackhi_ps(a, b), __t3 = _mm_unpackhi_ps(c, d); \
        (a) = _mm_movelh_ps(__t0, __t1); \
        (b) = _mm_movehl_ps(__t1, __t0); \
        (c) = _mm_movelh_ps(__t2, __t3); \
        (d) = _mm_movehl_ps(__t3, __t2); \
    } while (0)

inline __m128 _mm_set_ps(float d, float c, float b, float a) { return __m128{{a, b, c, d}}; }
inline __m128 _mm_setr_ps(float a, float b, float c, float d) { return __m128{{a, b, c, d}}; }
inline __m128 _mm_set1_ps(float a) { return __m128{{a, a, a, a}}; }
inline __m128 _mm_set_ps1(float a) { return _mm_set1_ps(a); }
inline __m128 _mm_set_ss(float a) { return __m128{{a, 0, 0, 0}}; }
inline __m128 _mm_setzero_ps() { return _mm_set1_ps(0); }
inline __m128 _mm_undefined_ps() { return _mm_setzero_ps(); }
inline __m128 _mm_load_ps(const float *p) { return *(const __m128 *)p; }
inline __m128 _mm_loadu_ps(const float *p)
{
    __m128 v;
    memcpy(&v, p, 16);
    return v;
}
inline __m128 _mm_loadr_ps(const float *p) { return _mm_setr_ps(p[3], p[2], p[1], p[0]); }
inline __m128 _mm_load_ss(const float *p) { return _mm_set_ss(*p); }
inline __m128 _mm_load1_ps(const float *p) { return _mm_set1_ps(*p); }
inline __m128 _mm_load_ps1(const float *p) { return _mm_set1_ps(*p); }
inline void _mm_store_ps(float *p, __m128 v) { *(__m128 *)p = v; }
inline void _mm_storeu_ps(float *p, __m128 v) { memcpy(p, &v, 16); }
inline void _mm_stream_ps(float *p, __m128 v) { *(__m128 *)p = v; }
inline void _mm_storer_ps(float *p, __m128 v) { *(__m128 *)p = _mm_setr_ps(v[3], v[2], v[1], v[0]); }
inline void _mm_store_ss(float *p, __m128 v) { *p = v[0]; }
inline void _mm_store1_ps(float *p, __m128 v) { *(__m128 *)p = _mm_set1_ps(v[0]); }
inline void _mm_store_ps1(float *p, __m128 v) { _mm_store1_ps(p, v); }
inline __m128 _mm_move_ss(__m128 a, __m128 b) { return _mm_setr_ps(b[0], a[1], a[2], a[3]); }
inline float _mm_cvtss_f32(__m128 a) { return a[0]; }

// What is there for four `float` and for two `double`: of vectors `V` with `n` elements `T`. First an instruction on all elements, and
// its form on the first one alone.
#define __KERN_SSE_PAIR(V, T, n, all, one, name, ...) \
    inline V _mm_##name##_##all(V a, V b) \
    { \
        V r; \
        for (int i = 0; i < n; i++) { \
            T x = a.f[i], y = b.f[i]; \
            r.f[i] = __VA_ARGS__; \
        } \
        return r; \
    } \
    inline V _mm_##name##_##one(V a, V b) \
    { \
        T x = a.f[0], y = b.f[0]; \
        a.f[0] = __VA_ARGS__; \
        return a; \
    }
#define __KERN_SSE_COMPARE(V, one, name, op) \
    inline int _mm_comi##name##_##one(V a, V b) { return a[0] op b[0]; } \
    inline int _mm_ucomi##name##_##one(V a, V b) { return a[0] op b[0]; }
// g++ has the vectors as arithmetic types.
#define __KERN_SSE_OPERATOR(V, all, op, name) \
    inline V operator op(V a, V b) { return _mm_##name##_##all(a, b); } \
    inline V &operator op##=(V &a, V b) { return a = a op b; }
#define __KERN_SSE_NUMBERS(V, T, n, all, one, mask) \
    __KERN_SSE_PAIR(V, T, n, all, one, add, x + y) \
    __KERN_SSE_PAIR(V, T, n, all, one, sub, x - y) \
    __KERN_SSE_PAIR(V, T, n, all, one, mul, x * y) \
    __KERN_SSE_PAIR(V, T, n, all, one, div, x / y) \
    __KERN_SSE_PAIR(V, T, n, all, one, min, x < y ? x : y) \
    __KERN_SSE_PAIR(V, T, n, all, one, max, x > y ? x : y) \
    __KERN_SSE_PAIR(V, T, n, all, one, cmpeq, mask(x == y)) \
    __KERN_SSE_PAIR(V, T, n, all, one, cmplt, mask(x < y)) \
    __KERN_SSE_PAIR(V, T, n, all, one, cmple, mask(x <= y)) \
    __KERN_SSE_PAIR(V, T, n, all, one, cmpgt, mask(x > y)) \
    __KERN_SSE_PAIR(V, T, n, all, one, cmpge, mask(x >= y)) \
    __KERN_SSE_PAIR(V, T, n, all, one, cmpneq, mask(!(x == y))) \
    __KERN_SSE_PAIR(V, T, n, all, one, cmpnlt, mask(!(x < y))) \
    __KERN_SSE_PAIR(V, T, n, all, one, cmpnle, mask(!(x <= y))) \
    __KERN_SSE_PAIR(V, T, n, all, one, cmpngt, mask(!(x > y))) \
    __KERN_SSE_PAIR(V, T, n, all, one, cmpnge, mask(!(x >= y))) \
    __KERN_SSE_PAIR(V, T, n, all, one, cmpord, mask(x == x && y == y)) \
    __KERN_SSE_PAIR(V, T, n, all, one, cmpunord, mask(!(x == x && y == y))) \
    __KERN_SSE_COMPARE(V, one, eq, ==) \
    __KERN_SSE_COMPARE(V, one, neq, !=) \
    __KERN_SSE_COMPARE(V, one, lt, <) \
    __KERN_SSE_COMPARE(V, one, le, <=) \
    __KERN_SSE_COMPARE(V, one, gt, >) \
    __KERN_SSE_COMPARE(V, one, ge, >=) \
    __KERN_SSE_OPERATOR(V, all, +, add) \
    __KERN_SSE_OPERATOR(V, all, -, sub) \
    __KERN_SSE_OPERATOR(V, all, *, mul) \
    __KERN_SSE_OPERATOR(V, all, /, div)
inline float __sse_mask(bool is) { return __sse_bits<float>(is ? 0xffffffffu : 0u); }
__KERN_SSE_NUMBERS(__m128, float, 4, ps, ss, __sse_mask)
inline __m128 _mm_sqrt_ps(__m128 a) { return _mm_setr_ps(sqrtf(a[0]), sqrtf(a[1]), sqrtf(a[2]), sqrtf(a[3])); }
inline __m128 _mm_sqrt_ss(__m128 a) { return _mm_setr_ps(sqrtf(a[0]), a[1], a[2], a[3]); }
#define __KERN_SSE(name, result) \
    inline __m128 _mm_##name##_ps(__m128 a, __m128 b) \
    { \
        __m128i x = __sse_bits<__m128i>(a), y = __sse_bits<__m128i>(b); \
        for (int i = 0; i < 2; i++) x.q[i] = result; \
        return __sse_bits<__m128>(x); \
    }
__KERN_SSE(and, x.q[i] & y.q[i])
__KERN_SSE(andnot, ~x.q[i] & y.q[i])
__KERN_SSE(or, x.q[i] | y.q[i])
__KERN_SSE(xor, x.q[i] ^ y.q[i])
#undef __KERN_SSE
inline int _mm_cvttss_si32(__m128 a) { return __sse_int(a[0]); }
inline int _mm_cvtt_ss2si(__m128 a) { return __sse_int(a[0]); }
inline int _mm_cvtss_si32(__m128 a) { return __sse_int(rint(a[0])); }
inline int _mm_cvt_ss2si(__m128 a) { return _mm_cvtss_si32(a); }
inline long long _mm_cvttss_si64(__m128 a) { return __sse_long(a[0]); }
inline long long _mm_cvtss_si64(__m128 a) { return __sse_long(rint(a[0])); }
inline __m128 _mm_cvtsi32_ss(__m128 a, int b) { return _mm_setr_ps((float)b, a[1], a[2], a[3]); }
inline __m128 _mm_cvt_si2ss(__m128 a, int b) { return _mm_cvtsi32_ss(a, b); }
inline __m128 _mm_cvtsi64_ss(__m128 a, long long b) { return _mm_setr_ps((float)b, a[1], a[2], a[3]); }
inline __m128 _mm_shuffle_ps(__m128 a, __m128 b, int order) { return _mm_setr_ps(a[order & 3], a[order >> 2 & 3], b[order >> 4 & 3], b[order >> 6 & 3]); }
inline __m128 _mm_unpacklo_ps(__m128 a, __m128 b) { return _mm_setr_ps(a[0], b[0], a[1], b[1]); }
inline __m128 _mm_unpackhi_ps(__m128 a, __m128 b) { return _mm_setr_ps(a[2], b[2], a[3], b[3]); }
inline __m128 _mm_movehl_ps(__m128 a, __m128 b) { return _mm_setr_ps(b[2], b[3], a[2], a[3]); }
inline __m128 _mm_movelh_ps(__m128 a, __m128 b) { return _mm_setr_ps(a[0], a[1], b[0], b[1]); }
inline int _mm_movemask_ps(__m128 a) { return (signbit(a[0]) != 0) | (signbit(a[1]) != 0) << 1 | (signbit(a[2]) != 0) << 2 | (signbit(a[3]) != 0) << 3; }
inline __m128 operator-(__m128 a) { return _mm_setr_ps(-a[0], -a[1], -a[2], -a[3]); }
#endif
