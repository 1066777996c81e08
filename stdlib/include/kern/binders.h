#pragma once
#include <kern/function_objects.h>
// What C++17 took out of <functional> and libstdc++ keeps.
namespace std {
template <class A, class R> struct unary_function {
    typedef A argument_type;
    typedef R result_type;
};
template <class A, class B, class R> struct binary_function {
    typedef A first_argument_type;
    typedef B second_argument_type;
    typedef R result_type;
};
template <class A, class R> class pointer_to_unary_function : public unary_function<A, R> {
    R (*f_)(A);

public:
    explicit pointer_to_unary_function(R (*f)(A)) : f_(f) {}
    R operator()(A a) const { return f_(a); }
};
template <class A, class B, class R> class pointer_to_binary_function : public binary_function<A, B, R> {
    R (*f_)(A, B);

public:
    explicit pointer_to_binary_function(R (*f)(A, B)) : f_(f) {}
    R operator()(A a, B b) const { return f_(a, b); }
};
template <class A, class R> pointer_to_unary_function<A, R> ptr_fun(R (*f)(A)) { return pointer_to_unary_function<A, R>(f); }
template <class A, class B, class R> pointer_to_binary_function<A, B, R> ptr_fun(R (*f)(A, B)) { return pointer_to_binary_function<A, B, R>(f); }
template <class F> class unary_negate {
    F f_;

public:
    explicit constexpr unary_negate(const F &f) : f_(f) {}
    template <class A> constexpr bool operator()(const A &a) const { return !f_(a); }
};
template <class F> class binary_negate {
    F f_;

public:
    explicit constexpr binary_negate(const F &f) : f_(f) {}
    template <class A, class B> constexpr bool operator()(const A &a, const B &b) const { return !f_(a, b); }
};
template <class F> constexpr unary_negate<F> not1(const F &f) { return unary_negate<F>(f); }
template <class F> constexpr binary_negate<F> not2(const F &f) { return binary_negate<F>(f); }
template <class F, class T> struct __binder1st {
    F f;
    T first;
    template <class B> auto operator()(const B &b) const { return f(first, b); }
};
template <class F, class T> struct __binder2nd {
    F f;
    T second;
    template <class A> auto operator()(A &&a) const { return f(a, second); }
};
template <class F, class T> __binder1st<F, T> bind1st(const F &f, const T &first) { return __binder1st<F, T>{f, first}; }
template <class F, class T> __binder2nd<F, T> bind2nd(const F &f, const T &second) { return __binder2nd<F, T>{f, second}; }
template <class M, class T> auto mem_fun(M T::*f) { return std::mem_fn(f); }
template <class M, class T> auto mem_fun_ref(M T::*f) { return std::mem_fn(f); }
}
