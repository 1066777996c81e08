#pragma once
// GCC's older atomic functions ("Legacy __sync Built-in Functions"). Host threads run one after the other (see
// <pthread.h>), so that ordinary operations are atomic.
template <class T> struct __kern_operand { typedef T type; };
template <class T> struct __kern_operand<volatile T> { typedef T type; };
// An atomic operation is one each time that it is written, also on memory that the device uses at that moment.
template <class T> inline volatile T &__each_time(T *p) { return *(volatile T *)p; }
inline void __sync_synchronize() {}
template <class T> inline typename __kern_operand<T>::type __sync_fetch_and_add(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    __each_time(p) = old + value;
    return old;
}
template <class T> inline typename __kern_operand<T>::type __sync_add_and_fetch(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    return __each_time(p) = old + value;
}
template <class T> inline typename __kern_operand<T>::type __sync_fetch_and_sub(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    __each_time(p) = old - value;
    return old;
}
template <class T> inline typename __kern_operand<T>::type __sync_sub_and_fetch(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    return __each_time(p) = old - value;
}
template <class T> inline typename __kern_operand<T>::type __sync_fetch_and_or(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    __each_time(p) = old | value;
    return old;
}
template <class T> inline typename __kern_operand<T>::type __sync_or_and_fetch(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    return __each_time(p) = old | value;
}
template <class T> inline typename __kern_operand<T>::type __sync_fetch_and_and(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    __each_time(p) = old & value;
    return old;
}
template <class T> inline typename __kern_operand<T>::type __sync_and_and_fetch(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    return __each_time(p) = old & value;
}
template <class T> inline typename __kern_operand<T>::type __sync_fetch_and_xor(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    __each_time(p) = old ^ value;
    return old;
}
template <class T> inline typename __kern_operand<T>::type __sync_xor_and_fetch(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    return __each_time(p) = old ^ value;
}
template <class T> inline typename __kern_operand<T>::type __sync_fetch_and_nand(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    __each_time(p) = ~(old & value);
    return old;
}
template <class T> inline typename __kern_operand<T>::type __sync_nand_and_fetch(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    return __each_time(p) = ~(old & value);
}
template <class T> inline typename __kern_operand<T>::type __sync_val_compare_and_swap(T *p, typename __kern_operand<T>::type expected, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    if (old == expected) __each_time(p) = value;
    return old;
}
template <class T> inline bool __sync_bool_compare_and_swap(T *p, typename __kern_operand<T>::type expected, typename __kern_operand<T>::type value)
{
    return __sync_val_compare_and_swap(p, expected, value) == expected;
}
template <class T> inline typename __kern_operand<T>::type __sync_lock_test_and_set(T *p, typename __kern_operand<T>::type value)
{
    typename __kern_operand<T>::type old = __each_time(p);
    __each_time(p) = value;
    return old;
}
template <class T> inline void __sync_lock_release(T *p) { __each_time(p) = 0; }
// GCC's atomic functions with an order, which has nothing to say here.
template <class T> inline typename __kern_operand<T>::type __atomic_load_n(const T *p, int) { return __each_time(p); }
template <class T> inline void __atomic_store_n(T *p, typename __kern_operand<T>::type value, int) { __each_time(p) = value; }
template <class T> inline void __atomic_load(const T *p, typename __kern_operand<T>::type *result, int) { *result = *p; }
template <class T> inline void __atomic_store(T *p, typename __kern_operand<T>::type *value, int) { *p = *value; }
template <class T> inline typename __kern_operand<T>::type __atomic_exchange_n(T *p, typename __kern_operand<T>::type value, int)
{
    typename __kern_operand<T>::type old = __each_time(p);
    __each_time(p) = value;
    return old;
}
template <class T>
inline bool __atomic_compare_exchange_n(T *p, typename __kern_operand<T>::type *expected, typename __kern_operand<T>::type value, bool, int, int)
{
    if (__each_time(p) == *expected) {
        __each_time(p) = value;
        return true;
    }
    *expected = __each_time(p);
    return false;
}
template <class T> inline typename __kern_operand<T>::type __atomic_fetch_add(T *p, typename __kern_operand<T>::type value, int) { return __sync_fetch_and_add(p, value); }
template <class T> inline typename __kern_operand<T>::type __atomic_add_fetch(T *p, typename __kern_operand<T>::type value, int) { return __sync_add_and_fetch(p, value); }
template <class T> inline typename __kern_operand<T>::type __atomic_fetch_sub(T *p, typename __kern_operand<T>::type value, int) { return __sync_fetch_and_sub(p, value); }
template <class T> inline typename __kern_operand<T>::type __atomic_sub_fetch(T *p, typename __kern_operand<T>::type value, int) { return __sync_sub_and_fetch(p, value); }
template <class T> inline typename __kern_operand<T>::type __atomic_fetch_and(T *p, typename __kern_operand<T>::type value, int) { return __sync_fetch_and_and(p, value); }
template <class T> inline typename __kern_operand<T>::type __atomic_and_fetch(T *p, typename __kern_operand<T>::type value, int) { return __sync_and_and_fetch(p, value); }
template <class T> inline typename __kern_operand<T>::type __atomic_fetch_or(T *p, typename __kern_operand<T>::type value, int) { return __sync_fetch_and_or(p, value); }
template <class T> inline typename __kern_operand<T>::type __atomic_or_fetch(T *p, typename __kern_operand<T>::type value, int) { return __sync_or_and_fetch(p, value); }
template <class T> inline typename __kern_operand<T>::type __atomic_fetch_xor(T *p, typename __kern_operand<T>::type value, int) { return __sync_fetch_and_xor(p, value); }
template <class T> inline typename __kern_operand<T>::type __atomic_xor_fetch(T *p, typename __kern_operand<T>::type value, int) { return __sync_xor_and_fetch(p, value); }
inline void __atomic_thread_fence(int) {}
inline void __atomic_signal_fence(int) {}
