// The instructions of SSE and SSE2 on the host.
#include <emmintrin.h>
#include <cstdio>

static void show(const char *name, __m128i v)
{
    printf("%s %08x %08x %08x %08x\n", name, _mm_cvtsi128_si32(v), _mm_cvtsi128_si32(_mm_srli_si128(v, 4)), _mm_cvtsi128_si32(_mm_srli_si128(v, 8)),
           _mm_cvtsi128_si32(_mm_srli_si128(v, 12)));
}
static void show(const char *name, __m128 v)
{
    float f[4];
    _mm_storeu_ps(f, v);
    printf("%s %g %g %g %g\n", name, f[0], f[1], f[2], f[3]);
}
static void show(const char *name, __m128d v) { printf("%s %g %g\n", name, _mm_cvtsd_f64(v), _mm_cvtsd_f64(_mm_unpackhi_pd(v, v))); }

int main()
{
#ifndef __SSE2__
    puts("no SSE2");
#endif
    __m128i a = _mm_setr_epi8(1, -2, 3, -4, 5, -6, 7, -8, 100, 101, -102, 103, 127, -128, 15, 16);
    __m128i b = _mm_set_epi32(0x7fff8000, -70000, 70000, 0x01020304);
#define TWO(name) show(#name, _mm_##name(a, b));
    TWO(add_epi8) TWO(add_epi16) TWO(add_epi32) TWO(add_epi64) TWO(sub_epi8) TWO(sub_epi16) TWO(sub_epi32) TWO(sub_epi64)
    TWO(adds_epi8) TWO(adds_epi16) TWO(adds_epu8) TWO(adds_epu16) TWO(subs_epi8) TWO(subs_epi16) TWO(subs_epu8) TWO(subs_epu16)
    TWO(mullo_epi16) TWO(mulhi_epi16) TWO(mulhi_epu16) TWO(mul_epu32) TWO(madd_epi16) TWO(sad_epu8) TWO(avg_epu8) TWO(avg_epu16)
    TWO(min_epi16) TWO(max_epi16) TWO(min_epu8) TWO(max_epu8) TWO(and_si128) TWO(andnot_si128) TWO(or_si128) TWO(xor_si128)
    TWO(cmpeq_epi8) TWO(cmpgt_epi8) TWO(cmplt_epi16) TWO(cmpgt_epi32) TWO(packs_epi16) TWO(packs_epi32) TWO(packus_epi16)
    TWO(unpacklo_epi8) TWO(unpackhi_epi8) TWO(unpacklo_epi16) TWO(unpackhi_epi16) TWO(unpacklo_epi32) TWO(unpackhi_epi32) TWO(unpacklo_epi64) TWO(unpackhi_epi64)
    show("slli16", _mm_slli_epi16(a, 3));
    show("srai32", _mm_srai_epi32(b, 5));
    show("srai16", _mm_srai_epi16(a, 20));
    show("srli64", _mm_srli_epi64(a, 9));
    show("slli128", _mm_slli_si128(a, 5));
    show("shuffle", _mm_shuffle_epi32(b, _MM_SHUFFLE(0, 1, 2, 3)));
    show("shufflelo", _mm_shufflelo_epi16(a, _MM_SHUFFLE(2, 3, 0, 1)));
    show("shufflehi", _mm_shufflehi_epi16(a, _MM_SHUFFLE(1, 0, 3, 2)));
    show("insert", _mm_insert_epi16(a, 0x1234, 3));
    printf("%x %x %d\n", _mm_movemask_epi8(a), _mm_extract_epi16(b, 5), _mm_cvtsi128_si32(b));
    __m128 x = _mm_setr_ps(1.5f, -2.25f, 3.5f, 1e20f), y = _mm_set_ps(4, 3, -2, 1);
    show("add", x + y);
    show("mul", _mm_mul_ps(x, y));
    show("div", _mm_div_ps(x, y));
    show("min", _mm_min_ps(x, y));
    show("max_ss", _mm_max_ss(x, y));
    show("sqrt", _mm_sqrt_ps(_mm_set1_ps(2)));
    show("shuffle", _mm_shuffle_ps(x, y, _MM_SHUFFLE(3, 1, 2, 0)));
    show("and", _mm_and_ps(x, _mm_castsi128_ps(_mm_set1_epi32(0x7fffffff))));
    show("cmplt", _mm_castps_si128(_mm_cmplt_ps(x, y)));
    printf("%d %d %d\n", _mm_movemask_ps(x), _mm_comilt_ss(x, y), _mm_cvttss_si32(x));
    show("cvtps", _mm_cvtps_epi32(x));
    show("cvttps", _mm_cvttps_epi32(x));
    show("cvtepi32", _mm_cvtepi32_ps(b));
    __m128 r0 = _mm_setr_ps(0, 1, 2, 3), r1 = _mm_setr_ps(4, 5, 6, 7), r2 = _mm_setr_ps(8, 9, 10, 11), r3 = _mm_setr_ps(12, 13, 14, 15);
    _MM_TRANSPOSE4_PS(r0, r1, r2, r3);
    show("row", r1);
    __m128d d = _mm_set_pd(2.5, -1.5), e = _mm_set1_pd(4);
    show("pd", _mm_div_pd(_mm_add_pd(d, e), _mm_sqrt_pd(e)));
    show("cvtpd", _mm_cvtpd_ps(d));
    show("cvtps_pd", _mm_cvtps_pd(x));
    printf("%d %d %lld\n", _mm_cvtsd_si32(d), _mm_movemask_pd(d), _mm_cvttsd_si64(_mm_set_sd(1e10)));
}
