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
template <class A, class B, class R> inline bool __builtin_add_overflow(A a, B b, R *result)
{
    __kern_half low = (__kern_half)a + (__kern_half)b;
    return __kern_does_not_fit(__kern_upper(a) + __kern_upper(b) + (low < (__kern_half)a), low, result);
}
template <class A, class B, class R> inline bool __builtin_sub_overflow(A a, B b, R *result)
{
    __kern_half low = (__kern_half)a - (__kern_half)b;
    return __kern_does_not_fit(__kern_upper(a) - __kern_upper(b) - ((__kern_half)a < (__kern_half)b), low, result);
}
template <class A, class B, class R> inline bool __builtin_mul_overflow(A a, B b, R *result)
{
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
