// `noexcept` is a part of the type of a function (C++17): what converts, what is deduced, how it is named.
#include <cstdio>
#include <functional>
#include <type_traits>
#include <typeinfo>
#include <utility>
void loud(int) {}
void quiet(int) noexcept {}
template <bool b> int either(int x) noexcept(b) { return x + b; }
int over(int x) noexcept { return x; }
int over(double x) { return (int)x; }
struct S {
    int go(int x) const noexcept { return x + 1; }
    int stay(int x) { return x + 2; }
    static int on(int x) noexcept { return x + 3; }
    virtual int turn() noexcept { return 4; }
    virtual ~S() {}
};
struct D : S {
    int turn() noexcept override { return 5; }
};
using Q = void (*)(int) noexcept;
using P = void (*)(int);
using F = int(int) noexcept;
F declared_by_name;
int declared_by_name(int x) noexcept { return x * 2; }
template <class T> struct Kind { static constexpr const char *name = "other"; };
template <class R, class... A> struct Kind<R(A...)> { static constexpr const char *name = "function"; };
template <class R, class... A> struct Kind<R(A...) noexcept> { static constexpr const char *name = "noexcept function"; };
template <class C, class R, class... A> struct Kind<R (C::*)(A...)> { static constexpr const char *name = "member"; };
template <class C, class R, class... A> struct Kind<R (C::*)(A...) const noexcept> { static constexpr const char *name = "const noexcept member"; };
template <class T> struct Deduced;
template <class R, class... A, bool n> struct Deduced<R (*)(A...) noexcept(n)> { static constexpr bool value = n; };
template <class R, class... A> int by_pointer(R (*)(A...)) { return sizeof...(A); }
template <class R, class... A, bool n> int tells(R (*)(A...) noexcept(n)) { return n; }
template <class R, class A> int by_reference(R (&)(A)) { return 7; }
int ranked(P) { return 1; }
int ranked(Q) { return 2; }
int ranked_plain(P) { return 3; }
int ranked_plain(...) { return 4; }
template <class T> const char *pretty() { return __PRETTY_FUNCTION__; }
void call(void (&f)(int), int x) { f(x); }
int main()
{
    P p = quiet;
    Q q = quiet;
    p = q;
    static_assert(std::is_convertible_v<Q, P> && !std::is_convertible_v<P, Q>);
    static_assert(!std::is_same_v<Q, P> && std::is_same_v<decltype(&quiet), Q> && std::is_same_v<decltype(quiet), void(int) noexcept>);
    static_assert(!std::is_constructible_v<Q, P> && std::is_constructible_v<P, Q>);
    static_assert(std::is_function_v<F> && std::is_same_v<std::decay_t<F>, int (*)(int) noexcept>);
    static_assert(std::is_nothrow_invocable_v<Q, int> && !std::is_nothrow_invocable_v<P, int>);
    static_assert(std::is_nothrow_invocable_v<decltype(&S::go), const S &, int> && !std::is_nothrow_invocable_v<decltype(&S::stay), S &, int>);
    static_assert(std::is_nothrow_invocable_r_v<int, decltype(&S::go), S *, int>);
    static_assert(std::is_same_v<decltype(&S::go), int (S::*)(int) const noexcept>);
    static_assert(std::is_convertible_v<int (S::*)(int) const noexcept, int (S::*)(int) const>);
    static_assert(!std::is_convertible_v<int (S::*)(int) const, int (S::*)(int) const noexcept>);
    static_assert(std::is_convertible_v<int (S::*)(int) const noexcept, int (D::*)(int) const>);
    printf("%s, %s, %s, %s\n", Kind<decltype(loud)>::name, Kind<decltype(quiet)>::name, Kind<decltype(&S::go)>::name, Kind<decltype(&S::stay)>::name);
    printf("%d%d%d%d\n", Deduced<P>::value, Deduced<Q>::value, Deduced<decltype(&either<true>)>::value, Deduced<decltype(&either<false>)>::value);
    printf("%d%d%d%d%d\n", by_pointer(quiet), by_pointer(q), tells(loud), tells(quiet), by_reference(quiet));
    printf("%d%d%d%d\n", ranked(loud), ranked(quiet), ranked_plain(quiet), ranked_plain(q));
    int (*chosen)(int) noexcept = over;
    int (*any)(int) = over;
    printf("%d %d %d\n", chosen(3), any(4), declared_by_name(5));
    printf("%d%d%d%d\n", noexcept(q(1)), noexcept(p(1)), noexcept(quiet(1)), noexcept(loud(1)));
    int (S::*go)(int) const noexcept = &S::go;
    int (S::*plain)(int) const = go;
    S s;
    printf("%d %d %d %d\n", (s.*go)(1), (s.*plain)(2), noexcept((s.*go)(1)), noexcept((s.*plain)(1)));
    printf("%d %d\n", plain == go, (true ? &quiet : &loud) == p);
    auto made = [](int x) noexcept { return x - 1; };
    int (*thunk)(int) noexcept = made;
    int (*thunk_plain)(int) = made;
    printf("%d %d %d\n", thunk(3), thunk_plain(4), noexcept(thunk(1)));
    std::function f = made;
    std::function g = any;
    printf("%d %d\n", f(8), g(9));
    printf("%s\n%s\n", pretty<Q>(), pretty<int (S::*)(int) const noexcept>());
    printf("%s %s %s %s\n", typeid(P).name(), typeid(Q).name(), typeid(&S::go).name(), typeid(int (*)(void (*)() noexcept, void (*)() noexcept)).name());
    call(quiet, 1);
    void (&reference)(int) = quiet;
    void (&exact)(int) noexcept = quiet;
    printf("%d %d\n", &reference == &exact, reference == quiet);
    Q again = reinterpret_cast<Q>(p);
    printf("%d %d\n", again == q, std::is_same_v<decltype(+made), int (*)(int) noexcept>);
    printf("%d %d\n", std::invoke(&S::go, s, 10), std::is_same_v<std::invoke_result_t<Q, int>, void>);
    D d;
    printf("%d\n", d.turn());
}
