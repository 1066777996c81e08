#pragma once
#include <type_traits>
#include <utility>
namespace std {
template <class M, class O, class... A> auto __call_of_member(M member, O &&object, A &&...a)
{
    if constexpr (is_pointer<decay_t<O>>::value) return (object->*member)(std::forward<A>(a)...);
    else return (object.*member)(std::forward<A>(a)...);
}
// A call of anything: a function, an object, a member function with its object or a pointer to that.
template <class F, class... A> auto __call_of(F &&run, A &&...a)
{
    if constexpr (__is_member_function_pointer(decay_t<F>)) return __call_of_member(run, std::forward<A>(a)...);
    else return std::forward<F>(run)(std::forward<A>(a)...);
}
// What a callable answers.
template <class F, class... A> using __call_result = decltype(__call_of(declval<F>(), declval<A>()...));

// A callable and its arguments, copied or moved in, to be called once.
template <class F, class... A> struct __bound;
template <class F> struct __bound<F> {
    F run_;
    template <class G> explicit __bound(G &&run) : run_(std::forward<G>(run)) {}
    template <class R, class... B> R call(B &&...b) { return (R)__call_of(std::move(run_), std::forward<B>(b)...); }
};
template <class F, class T, class... A> struct __bound<F, T, A...> {
    T first_;
    __bound<F, A...> rest_;
    template <class G, class U, class... B>
    explicit __bound(G &&run, U &&first, B &&...rest) : first_(std::forward<U>(first)), rest_(std::forward<G>(run), std::forward<B>(rest)...)
    {
    }
    template <class R, class... B> R call(B &&...b) { return rest_.template call<R>(std::forward<B>(b)..., std::move(first_)); }
};
}
