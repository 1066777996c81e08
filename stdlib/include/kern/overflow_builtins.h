#pragma once
// Arithmetic that says whether the result fits ("Built-in Functions to Perform Arithmetic with Overflow Checking"): in
// 128 bits, the upper ones of an operand being its sign.
typedef unsigned long long __kern_half;
template <class T> inline __kern_half __kern_upper(T v) { return v < 0 ? ~0ull : 0ull; }
template <class R> inline bool __kern_does_not_fit(__kern_half high, __kern_half low, R *result)
{
    *result = (R)low;
    return high != __kern_upper(*result) || low != (__kern_half)*result;
}
// Of 128 bits by sign and magnitude.
typedef unsigned __int128 __kern_u128;
template <class T> inline __kern_u128 __kern_size(T v) { return v < 0 ? 0 - (__kern_u128)v : (__kern_u128)v; }
template <class R> inline bool __kern_too_large(bool over, bool negative, __kern_u128 size, R *result)
{
    const bool is_signed = (R)-1 < 0;
    const __kern_u128 most = ~(__kern_u128)0 >> (128 - 8 * sizeof(R) + is_signed);
    *result = (R)(negative ? 0 - size : size);
    return over || size > (negative ? is_signed ? most + 1 : 0 : most);
}
template <class R> inline bool __kern_sum(bool n, __kern_u128 x, bool m, __kern_u128 y, R *result)
{
    if (n == m) return __kern_too_large(x + y < x, n, x + y, result);
    return x < y ? __kern_too_large(false, m, y - x, result) : __kern_too_large(false, n, x - y, result);
}
#define __KERN_WIDE if constexpr (sizeof(A) > 8 || sizeof(B) > 8 || sizeof(R) > 8)
template <class A, class B, class R> inline bool __builtin_add_overflow(A a, B b, R *result)
{
    __KERN_WIDE return __kern_sum(a < 0, __kern_size(a), b < 0, __kern_size(b), result);
    __kern_half low = (__kern_half)a + (__kern_half)b;
    return __kern_does_not_fit(__kern_upper(a) + __kern_upper(b) + (low < (__kern_half)a), low, result);
}
template <class A, class B, class R> inline bool __builtin_sub_overflow(A a, B b, R *result)
{
    __KERN_WIDE return __kern_sum(a < 0, __kern_size(a), !(b < 0), __kern_size(b), result);
    __kern_half low = (__kern_half)a - (__kern_half)b;
    return __kern_does_not_fit(__kern_upper(a) - __kern_upper(b) - ((__kern_half)a < (__kern_half)b), low, result);
}
template <class A, class B, class R> inline bool __builtin_mul_overflow(A a, B b, R *result)
{
    __KERN_WIDE {
        const __kern_u128 n = __kern_size(a), m = __kern_size(b);
        return __kern_too_large(n != 0 && n * m / n != m, (a < 0) != (b < 0), n * m, result);
    }
    __kern_half x = a < 0 ? 0 - (__kern_half)a : (__kern_half)a, y = b < 0 ? 0 - (__kern_half)b : (__kern_half)b;
    const __kern_half half = 0xffffffffull;
    __kern_half lower = (x & half) * (y & half), first = (x >> 32) * (y & half) + (lower >> 32), second = (x & half) * (y >> 32) + (first & half);
    __kern_half high = (x >> 32) * (y >> 32) + (first >> 32) + (second >> 32), low = (second << 32) | (lower & half);
    if ((a < 0) != (b < 0)) {
        low = 0 - low;
        high = ~high + (low == 0);
    }
    return __kern_does_not_fit(high, low, result);
}
inline bool __builtin_sadd_overflow(int a, int b, int *result) { return __builtin_add_overflow(a, b, result); }
inline bool __builtin_saddl_overflow(long a, long b, long *result) { return __builtin_add_overflow(a, b, result); }
inline bool __builtin_saddll_overflow(long long a, long long b, long long *result) { return __builtin_add_overflow(a, b, result); }
inline bool __builtin_uadd_overflow(unsigned int a, unsigned int b, unsigned int *result) { return __builtin_add_overflow(a, b, result); }
inline bool __builtin_uaddl_overflow(unsigned long a, unsigned long b, unsigned long *result) { return __builtin_add_overflow(a, b, result); }
inline bool __builtin_uaddll_overflow(unsigned long long a, unsigned long long b, unsigned long long *result) { return __builtin_add_overflow(a, b, result); }
inline bool __builtin_ssub_overflow(int a, int b, int *result) { return __builtin_sub_overflow(a, b, result); }
inline bool __builtin_ssubl_overflow(long a, long b, long *result) { return __builtin_sub_overflow(a, b, result); }
inline bool __builtin_ssubll_overflow(long long a, long long b, long long *result) { return __builtin_sub_overflow(a, b, result); }
inline bool __builtin_usub_overflow(unsigned int a, unsigned int b, unsigned int *result) { return __builtin_sub_overflow(a, b, result); }
inline bool __builtin_usubl_overflow(unsigned long a, unsigned long b, unsigned long *result) { return __builtin_sub_overflow(a, b, result); }
inline bool __builtin_usubll_overflow(unsigned long long a, unsigned long long b, unsigned long long *result) { return __builtin_sub_overflow(a, b, result); }
inline bool __builtin_smul_overflow(int a, int b, int *result) { return __builtin_mul_overflow(a, b, result); }
inline bool __builtin_smull_overflow(long a, long b, long *result) { return __builtin_mul_overflow(a, b, result); }
inline bool __builtin_smulll_overflow(long long a, long long b, long long *result) { return __builtin_mul_overflow(a, b, result); }
inline bool __builtin_umul_overflow(unsigned int a, unsigned int b, unsigned int *result) { return __builtin_mul_overflow(a, b, result); }
inline bool __builtin_umull_overflow(unsigned long a, unsigned long b, unsigned long *result) { return __builtin_mul_overflow(a, b, result); }
inline bool __builtin_umulll_overflow(unsigned long long a, unsigned long long b, unsigned long long *result) { return __builtin_mul_overflow(a, b, result); }
