// Parameter packs that are not last: what is deduced, what explicit arguments say, and what stays empty.
#include <cstdio>
#include <tuple>
#include <string>
template <typename... Ts, typename U> void f(U u, Ts... ts) { printf("%zu %g\n", sizeof...(ts), (double)u); }
template <typename... A, typename... B> void g(std::tuple<A...>, std::tuple<B...>) { printf("%zu %zu\n", sizeof...(A), sizeof...(B)); }
template <typename R, typename... A> R call(R (*fp)(A...), A... a) { return fp(a...); }
template <typename... Ts> void h(Ts... ts, int last) { printf("h %zu %d\n", sizeof...(ts), last); }
template <int... Ns, typename T> T at(T t) { return (t + ... + Ns); }
template <template <typename...> class C, typename... Ts> size_t cnt(const C<Ts...> &) { return sizeof...(Ts); }
template <typename... Ts> struct last; template <typename T> struct last<T> { using type = T; }; template <typename T, typename... Ts> struct last<T, Ts...> : last<Ts...> { };
template <typename A, typename... Bs> struct sig; template <typename R, typename... As> struct sig<R(As...)> { static const int n = sizeof...(As); };
int add(int a, int b) { return a + b; }
template <typename F, typename... A> __global__ void kern(F f, A... a) { f(a...); }
int main() { f(1.5, 1, 2, 3); f<int, int>(2.5f, 1, 2); g(std::tuple<int, float>(), std::tuple<char>()); printf("%d\n", call(add, 1, 2)); h<int, float>(1, 2.f, 5); h(7); printf("%d\n", at<1, 2, 3>(4)); printf("%zu %d\n", cnt(std::tuple<int, int, int>()), sig<int(float, char)>::n); last<int, float>::type z = 1.5f; printf("%g\n", z); }
