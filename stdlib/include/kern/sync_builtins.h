#pragma once
// GCC's older atomic functions ("Legacy __sync Built-in Functions"). Host threads run one after the other (see
// <pthread.h>), so that ordinary operations are atomic.
template <class T> struct __kern_operand { typedef T type; };
template <class T> struct __kern_operand<volatile T> { typedef T type; };
inline void __sync_synchronize() {}
template <class T> inline typename __kern_operand<T>::type __sync_fetch_and_add(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    *p = old + value;
    return old;
}
template <class T> inline typename __kern_operand<T>::type __sync_add_and_fetch(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    return *p = old + value;
}
template <class T> inline typename __kern_operand<T>::type __sync_fetch_and_sub(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    *p = old - value;
    return old;
}
template <class T> inline typename __kern_operand<T>::type __sync_sub_and_fetch(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    return *p = old - value;
}
template <class T> inline typename __kern_operand<T>::type __sync_fetch_and_or(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    *p = old | value;
    return old;
}
template <class T> inline typename __kern_operand<T>::type __sync_or_and_fetch(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    return *p = old | value;
}
template <class T> inline typename __kern_operand<T>::type __sync_fetch_and_and(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    *p = old & value;
    return old;
}
template <class T> inline typename __kern_operand<T>::type __sync_and_and_fetch(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    return *p = old & value;
}
template <class T> inline typename __kern_operand<T>::type __sync_fetch_and_xor(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    *p = old ^ value;
    return old;
}
template <class T> inline typename __kern_operand<T>::type __sync_xor_and_fetch(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    return *p = old ^ value;
}
template <class T> inline typename __kern_operand<T>::type __sync_fetch_and_nand(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    *p = ~(old & value);
    return old;
}
template <class T> inline typename __kern_operand<T>::type __sync_nand_and_fetch(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    return *p = ~(old & value);
}
template <class T> inline typename __kern_operand<T>::type __sync_val_compare_and_swap(T *p, typename __kern_operand<T>::type expected, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    if (old == expected) *p = value;
    return old;
}
template <class T> inline bool __sync_bool_compare_and_swap(T *p, typename __kern_operand<T>::type expected, typename __kern_operand<T>::type value)
{
    return __sync_val_compare_and_swap(p, expected, value) == expected;
}
template <class T> inline typename __kern_operand<T>::type __sync_lock_test_and_set(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = *p;
    *p = value;
    return old;
}
template <class T> inline void __sync_lock_release(T *p) { *p = 0; }
