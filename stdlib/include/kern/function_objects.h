#pragma once
#include <type_traits>
#include <utility>
// The operators as objects, `less` and its kin: <functional> and all that has iterators bring them.
namespace std {
template <class T = void> struct plus {
    __host__ __device__ constexpr T operator()(const T &a, const T &b) const { return a + b; }
};
template <> struct plus<void> {
    template <class T, class U> __host__ __device__ constexpr auto operator()(const T &a, const U &b) const -> decltype(a + b) { return a + b; }
};
template <class T = void> struct minus {
    __host__ __device__ constexpr T operator()(const T &a, const T &b) const { return a - b; }
};
template <> struct minus<void> {
    template <class T, class U> __host__ __device__ constexpr auto operator()(const T &a, const U &b) const -> decltype(a - b) { return a - b; }
};
template <class T = void> struct multiplies {
    __host__ __device__ constexpr T operator()(const T &a, const T &b) const { return a * b; }
};
template <> struct multiplies<void> {
    template <class T, class U> __host__ __device__ constexpr auto operator()(const T &a, const U &b) const -> decltype(a * b) { return a * b; }
};
template <class T = void> struct divides {
    __host__ __device__ constexpr T operator()(const T &a, const T &b) const { return a / b; }
};
template <> struct divides<void> {
    template <class T, class U> __host__ __device__ constexpr auto operator()(const T &a, const U &b) const -> decltype(a / b) { return a / b; }
};
template <class T = void> struct modulus {
    __host__ __device__ constexpr T operator()(const T &a, const T &b) const { return a % b; }
};
template <> struct modulus<void> {
    template <class T, class U> __host__ __device__ constexpr auto operator()(const T &a, const U &b) const -> decltype(a % b) { return a % b; }
};
template <class T = void> struct bit_and {
    __host__ __device__ constexpr T operator()(const T &a, const T &b) const { return a & b; }
};
template <> struct bit_and<void> {
    template <class T, class U> __host__ __device__ constexpr auto operator()(const T &a, const U &b) const -> decltype(a & b) { return a & b; }
};
template <class T = void> struct bit_or {
    __host__ __device__ constexpr T operator()(const T &a, const T &b) const { return a | b; }
};
template <> struct bit_or<void> {
    template <class T, class U> __host__ __device__ constexpr auto operator()(const T &a, const U &b) const -> decltype(a | b) { return a | b; }
};
template <class T = void> struct bit_xor {
    __host__ __device__ constexpr T operator()(const T &a, const T &b) const { return a ^ b; }
};
template <> struct bit_xor<void> {
    template <class T, class U> __host__ __device__ constexpr auto operator()(const T &a, const U &b) const -> decltype(a ^ b) { return a ^ b; }
};
template <class T = void> struct equal_to {
    __host__ __device__ constexpr bool operator()(const T &a, const T &b) const { return a == b; }
};
template <> struct equal_to<void> {
    typedef void is_transparent;
    template <class T, class U> __host__ __device__ constexpr bool operator()(const T &a, const U &b) const { return a == b; }
};
template <class T = void> struct not_equal_to {
    __host__ __device__ constexpr bool operator()(const T &a, const T &b) const { return a != b; }
};
template <> struct not_equal_to<void> {
    typedef void is_transparent;
    template <class T, class U> __host__ __device__ constexpr bool operator()(const T &a, const U &b) const { return a != b; }
};
template <class T = void> struct less {
    __host__ __device__ constexpr bool operator()(const T &a, const T &b) const { return a < b; }
};
template <> struct less<void> {
    typedef void is_transparent;
    template <class T, class U> __host__ __device__ constexpr bool operator()(const T &a, const U &b) const { return a < b; }
};
template <class T = void> struct greater {
    __host__ __device__ constexpr bool operator()(const T &a, const T &b) const { return a > b; }
};
template <> struct greater<void> {
    typedef void is_transparent;
    template <class T, class U> __host__ __device__ constexpr bool operator()(const T &a, const U &b) const { return a > b; }
};
template <class T = void> struct less_equal {
    __host__ __device__ constexpr bool operator()(const T &a, const T &b) const { return a <= b; }
};
template <> struct less_equal<void> {
    typedef void is_transparent;
    template <class T, class U> __host__ __device__ constexpr bool operator()(const T &a, const U &b) const { return a <= b; }
};
template <class T = void> struct greater_equal {
    __host__ __device__ constexpr bool operator()(const T &a, const T &b) const { return a >= b; }
};
template <> struct greater_equal<void> {
    typedef void is_transparent;
    template <class T, class U> __host__ __device__ constexpr bool operator()(const T &a, const U &b) const { return a >= b; }
};
template <class T = void> struct logical_and {
    __host__ __device__ constexpr bool operator()(const T &a, const T &b) const { return a && b; }
};
template <> struct logical_and<void> {
    template <class T, class U> __host__ __device__ constexpr bool operator()(const T &a, const U &b) const { return a && b; }
};
template <class T = void> struct logical_or {
    __host__ __device__ constexpr bool operator()(const T &a, const T &b) const { return a || b; }
};
template <> struct logical_or<void> {
    template <class T, class U> __host__ __device__ constexpr bool operator()(const T &a, const U &b) const { return a || b; }
};
template <class T = void> struct negate {
    __host__ __device__ constexpr T operator()(const T &a) const { return -a; }
};
template <> struct negate<void> {
    template <class T> __host__ __device__ constexpr auto operator()(const T &a) const -> decltype(-a) { return -a; }
};
template <class T = void> struct bit_not {
    __host__ __device__ constexpr T operator()(const T &a) const { return ~a; }
};
template <> struct bit_not<void> {
    template <class T> __host__ __device__ constexpr auto operator()(const T &a) const -> decltype(~a) { return ~a; }
};
template <class T = void> struct logical_not {
    __host__ __device__ constexpr bool operator()(const T &a) const { return !a; }
};
template <> struct logical_not<void> {
    template <class T> __host__ __device__ constexpr bool operator()(const T &a) const { return !a; }
};
struct identity {
    template <class T> constexpr T &&operator()(T &&t) const noexcept { return static_cast<T &&>(t); }
};
template <class T> class reference_wrapper {
    T *object_;

public:
    typedef T type;
    constexpr reference_wrapper(T &t) noexcept : object_(&t) {}
    constexpr operator T &() const noexcept { return *object_; }
    constexpr T &get() const noexcept { return *object_; }
    template <class... A> constexpr invoke_result_t<T &, A...> operator()(A &&...a) const { return __invoker<T &>::call(*object_, std::forward<A>(a)...); }
};
template <class T> constexpr reference_wrapper<T> ref(T &t) noexcept { return reference_wrapper<T>(t); }
template <class T> constexpr reference_wrapper<T> ref(reference_wrapper<T> t) noexcept { return t; }
template <class T> constexpr reference_wrapper<const T> cref(const T &t) noexcept { return reference_wrapper<const T>(t); }
template <class T> constexpr reference_wrapper<const T> cref(reference_wrapper<T> t) noexcept { return reference_wrapper<const T>(t.get()); }
}
