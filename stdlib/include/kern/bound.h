#pragma once
#include <type_traits>
#include <utility>
namespace std {
// A callable and its arguments, copied or moved in, to be called once.
template <class F, class... A> struct __kept_call;
template <class F> struct __kept_call<F> {
    F run_;
    template <class G> explicit __kept_call(G &&run) : run_(std::forward<G>(run)) {}
    template <class R, class... B> R call(B &&...b) { return (R)__invoker<F>::call(std::move(run_), std::forward<B>(b)...); }
};
template <class F, class T, class... A> struct __kept_call<F, T, A...> {
    T first_;
    __kept_call<F, A...> rest_;
    template <class G, class U, class... B>
    explicit __kept_call(G &&run, U &&first, B &&...rest) : first_(std::forward<U>(first)), rest_(std::forward<G>(run), std::forward<B>(rest)...)
    {
    }
    template <class R, class... B> R call(B &&...b) { return rest_.template call<R>(std::forward<B>(b)..., std::move(first_)); }
};
}
