//! The built-in atomic functions with an order and a scope (CUDA C++ Programming Guide, "CUDA Built-in Atomic Functions").
//!
//! They are templates over the older ones: the scope chooses among `_block`, none and `_system`, an order other than
//! relaxed puts fences around the operation. Plain loads and stores are volatile ones.

/// What they share.
const COMMON: &str = r#"
enum { __NV_ATOMIC_RELAXED, __NV_ATOMIC_CONSUME, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELEASE, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_SEQ_CST };
enum { __NV_THREAD_SCOPE_THREAD, __NV_THREAD_SCOPE_BLOCK, __NV_THREAD_SCOPE_CLUSTER, __NV_THREAD_SCOPE_DEVICE, __NV_THREAD_SCOPE_SYSTEM };
template <class T> struct __kern_same { typedef T type; };
template <unsigned long n> struct __kern_atomic_bytes { static_assert(n < 1, "an atomic load or store is of 1, 2, 4 or 8 bytes here"); };
template <> struct __kern_atomic_bytes<1> { typedef unsigned char type; };
template <> struct __kern_atomic_bytes<2> { typedef unsigned short type; };
template <> struct __kern_atomic_bytes<4> { typedef unsigned int type; };
template <> struct __kern_atomic_bytes<8> { typedef unsigned long long type; };
template <unsigned long n> struct __kern_atomic_size { static_assert(n < 1, "an atomic operation is of 4 or 8 bytes here"); };
template <> struct __kern_atomic_size<4> { typedef unsigned int type; };
template <> struct __kern_atomic_size<8> { typedef unsigned long long type; };
template <class T> struct __kern_atomic_word : __kern_atomic_size<sizeof(T)> {};
template <class T> struct __kern_atomic_number { static_assert(sizeof(T) < 1, "an atomic sum is of `int`, `unsigned int`, `unsigned long long`, `float` or `double`"); };
template <> struct __kern_atomic_number<int> { typedef unsigned int type; };
template <> struct __kern_atomic_number<unsigned int> { typedef unsigned int type; };
template <> struct __kern_atomic_number<unsigned long> { typedef unsigned long long type; };
template <> struct __kern_atomic_number<unsigned long long> { typedef unsigned long long type; };
template <> struct __kern_atomic_number<float> { typedef float type; };
template <> struct __kern_atomic_number<double> { typedef double type; };
template <class T> struct __kern_atomic_ordered { static_assert(sizeof(T) < 1, "an atomic minimum or maximum is of `int`, `long long` or their unsigned forms"); };
template <> struct __kern_atomic_ordered<int> { typedef int type; };
template <> struct __kern_atomic_ordered<unsigned int> { typedef unsigned int type; };
template <> struct __kern_atomic_ordered<long> { typedef long long type; };
template <> struct __kern_atomic_ordered<long long> { typedef long long type; };
template <> struct __kern_atomic_ordered<unsigned long> { typedef unsigned long long type; };
template <> struct __kern_atomic_ordered<unsigned long long> { typedef unsigned long long type; };
__device__ inline void __nv_atomic_thread_fence(int order, int scope = 4)
{
    if (order == 0) return;
    if (scope < 2) __threadfence_block();
    else if (scope < 4) __threadfence();
    else __threadfence_system();
}
__device__ inline void __kern_atomic_before(int order, int scope) { if (order > 2) __nv_atomic_thread_fence(order, scope); }
__device__ inline void __kern_atomic_after(int order, int scope) { if (order != 3) __nv_atomic_thread_fence(order, scope); }
template <class T> __device__ inline void __nv_atomic_load(const T *p, T *result, int order, int scope = 4)
{
    typedef typename __kern_atomic_bytes<sizeof(T)>::type W;
    if (order == 5) __nv_atomic_thread_fence(order, scope);
    *(W *)result = *(const volatile W *)p;
    __kern_atomic_after(order, scope);
}
template <class T> __device__ inline T __nv_atomic_load_n(const T *p, int order, int scope = 4)
{
    if (order == 5) __nv_atomic_thread_fence(order, scope);
    T value = *(const volatile T *)p;
    __kern_atomic_after(order, scope);
    return value;
}
template <class T> __device__ inline void __nv_atomic_store(T *p, T *value, int order, int scope = 4)
{
    typedef typename __kern_atomic_bytes<sizeof(T)>::type W;
    __kern_atomic_before(order, scope);
    *(volatile W *)p = *(W *)value;
}
template <class T> __device__ inline void __nv_atomic_store_n(T *p, typename __kern_same<T>::type value, int order, int scope = 4)
{
    __kern_atomic_before(order, scope);
    *(volatile T *)p = value;
}
template <class T> __device__ inline void __nv_atomic_exchange(T *p, T *value, T *result, int order, int scope = 4)
{
    typedef typename __kern_atomic_word<T>::type W;
    *(W *)result = __kern_atomic_exch((W *)p, *(W *)value, order, scope);
}
template <class T> __device__ inline T __nv_atomic_exchange_n(T *p, typename __kern_same<T>::type value, int order, int scope = 4)
{
    typedef typename __kern_atomic_word<T>::type W;
    return (T)__kern_atomic_exch((W *)p, (W)value, order, scope);
}
template <class T>
__device__ inline bool __nv_atomic_compare_exchange(T *p, T *expected, T *value, bool, int order, int failure, int scope = 4)
{
    typedef typename __kern_atomic_word<T>::type W;
    if (failure > order) order = failure;
    W compare = *(W *)expected, swap = *(W *)value, old;
    __kern_atomic_before(order, scope);
    if (scope < 2) old = atomicCAS_block((W *)p, compare, swap);
    else if (scope < 4) old = atomicCAS((W *)p, compare, swap);
    else old = atomicCAS_system((W *)p, compare, swap);
    __kern_atomic_after(order, scope);
    if (old == compare) return true;
    *(W *)expected = old;
    return false;
}
template <class T>
__device__ inline bool __nv_atomic_compare_exchange_n(T *p, T *expected, typename __kern_same<T>::type value, bool weak, int order, int failure, int scope = 4)
{
    T desired = value;
    return __nv_atomic_compare_exchange(p, expected, &desired, weak, order, failure, scope);
}
"#;

/// Name after `fetch_`, the older function, the trait that chooses the type, what is made of the operand.
const FETCHES: [(&str, &str, &str, &str); 7] = [
    ("add", "Add", "number", "value"),
    ("sub", "Add", "number", "-value"),
    ("and", "And", "word", "value"),
    ("or", "Or", "word", "value"),
    ("xor", "Xor", "word", "value"),
    ("min", "Min", "ordered", "value"),
    ("max", "Max", "ordered", "value"),
];

/// Their part of `<kern/intrinsics.h>`.
pub(super) fn text() -> String {
    let mut text = String::with_capacity(12 << 10);
    let (common, after_fences) = COMMON.split_at(COMMON.find("template <class T> __device__").unwrap_or(COMMON.len()));
    text.push_str(common);
    for old in ["Add", "And", "Or", "Xor", "Min", "Max", "Exch"] {
        text.push_str(&format!(
            "template <class W> __device__ inline W __kern_atomic_{name}(W *p, W value, int order, int scope)\n{{\n    W old;\n    \
             __kern_atomic_before(order, scope);\n    if (scope < 2) old = atomic{old}_block(p, value);\n    \
             else if (scope < 4) old = atomic{old}(p, value);\n    else old = atomic{old}_system(p, value);\n    \
             __kern_atomic_after(order, scope);\n    return old;\n}}\n",
            name = old.to_lowercase(),
        ));
    }
    text.push_str(after_fences);
    for (name, old, kind, operand) in FETCHES {
        let old = old.to_lowercase();
        text.push_str(&format!(
            "template <class T> __device__ inline T __nv_atomic_fetch_{name}(T *p, typename __kern_same<T>::type value, int order, int scope = 4)\n\
             {{\n    typedef typename __kern_atomic_{kind}<T>::type W;\n    return (T)__kern_atomic_{old}((W *)p, (W)({operand}), order, scope);\n}}\n\
             template <class T> __device__ inline void __nv_atomic_{name}(T *p, typename __kern_same<T>::type value, int order, int scope = 4)\n\
             {{\n    __nv_atomic_fetch_{name}(p, value, order, scope);\n}}\n"
        ));
    }
    text
}
