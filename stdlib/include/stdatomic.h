#pragma once
// C's atomic types and functions (ISO C17 7.17). Host threads run one after the other (see <pthread.h>): what is read and written each
// time that it is named is atomic, whatever the order.
#ifdef __cplusplus
#error "<stdatomic.h> is C's: include <atomic>"
#endif
#include <stddef.h>
#include <stdint.h>
typedef enum memory_order {
    memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst
} memory_order;
typedef volatile bool atomic_bool;
typedef volatile char atomic_char;
typedef volatile signed char atomic_schar;
typedef volatile unsigned char atomic_uchar;
typedef volatile short atomic_short;
typedef volatile unsigned short atomic_ushort;
typedef volatile int atomic_int;
typedef volatile unsigned int atomic_uint;
typedef volatile long atomic_long;
typedef volatile unsigned long atomic_ulong;
typedef volatile long long atomic_llong;
typedef volatile unsigned long long atomic_ullong;
typedef volatile size_t atomic_size_t;
typedef volatile ptrdiff_t atomic_ptrdiff_t;
typedef volatile intptr_t atomic_intptr_t;
typedef volatile uintptr_t atomic_uintptr_t;
typedef volatile intmax_t atomic_intmax_t;
typedef volatile uintmax_t atomic_uintmax_t;
typedef struct atomic_flag { volatile bool is_set; } atomic_flag;
#define ATOMIC_FLAG_INIT {0}
#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
#define atomic_init(p, value) ((void)(*(p) = (value)))
#define atomic_is_lock_free(p) ((void)(p), true)
#define atomic_thread_fence(order) ((void)(order))
#define atomic_signal_fence(order) ((void)(order))
#define kill_dependency(value) (value)
#define atomic_load(p) __atomic_load_n(p, 5)
#define atomic_load_explicit(p, order) __atomic_load_n(p, order)
#define atomic_store(p, value) __atomic_store_n(p, value, 5)
#define atomic_store_explicit(p, value, order) __atomic_store_n(p, value, order)
#define atomic_exchange(p, value) __atomic_exchange_n(p, value, 5)
#define atomic_exchange_explicit(p, value, order) __atomic_exchange_n(p, value, order)
#define atomic_compare_exchange_strong(p, expected, value) __atomic_compare_exchange_n(p, expected, value, false, 5, 5)
#define atomic_compare_exchange_strong_explicit(p, expected, value, order, failed) __atomic_compare_exchange_n(p, expected, value, false, order, failed)
#define atomic_compare_exchange_weak(p, expected, value) __atomic_compare_exchange_n(p, expected, value, true, 5, 5)
#define atomic_compare_exchange_weak_explicit(p, expected, value, order, failed) __atomic_compare_exchange_n(p, expected, value, true, order, failed)
#define atomic_fetch_add(p, value) __atomic_fetch_add(p, value, 5)
#define atomic_fetch_add_explicit(p, value, order) __atomic_fetch_add(p, value, order)
#define atomic_fetch_sub(p, value) __atomic_fetch_sub(p, value, 5)
#define atomic_fetch_sub_explicit(p, value, order) __atomic_fetch_sub(p, value, order)
#define atomic_fetch_and(p, value) __atomic_fetch_and(p, value, 5)
#define atomic_fetch_and_explicit(p, value, order) __atomic_fetch_and(p, value, order)
#define atomic_fetch_or(p, value) __atomic_fetch_or(p, value, 5)
#define atomic_fetch_or_explicit(p, value, order) __atomic_fetch_or(p, value, order)
#define atomic_fetch_xor(p, value) __atomic_fetch_xor(p, value, 5)
#define atomic_fetch_xor_explicit(p, value, order) __atomic_fetch_xor(p, value, order)
#define atomic_flag_test_and_set(flag) __atomic_exchange_n(&(flag)->is_set, true, 5)
#define atomic_flag_test_and_set_explicit(flag, order) __atomic_exchange_n(&(flag)->is_set, true, order)
#define atomic_flag_clear(flag) __atomic_store_n(&(flag)->is_set, false, 5)
#define atomic_flag_clear_explicit(flag, order) __atomic_store_n(&(flag)->is_set, false, order)
