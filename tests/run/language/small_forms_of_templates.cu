// Packs of a lambda, pointers to members in templates, brackets that look like something else.
#include <cstdio>
#include <functional>
#include <queue>
#include <vector>
template <class... T> int count(T...) { return sizeof...(T); }
template <bool b> struct flag { static const int value = b; };
template <class... T> struct few { static const int value = flag<(sizeof...(T) < 3)>::value; };
struct S { int x; double y; int get() const { return x; } };
template <class M, class T> const char *kind(M T::*) { return sizeof(M) == 4 ? "int" : "double"; }
template <class R, class T> R call(const T &t, R (T::*f)() const) { return (t.*f)(); }
struct Base { int b = 7; };
template <class D> struct X : D {
    template <class E> X(E &&d) : D(d) {}
    D &g();
};
template <class D> D &X<D>::g() { return *this; }
int twice(int x) { return 2 * x; }
int apply(int (&f)(int), int v) { return f(v); }
int main()
{
    auto f = [](auto... x) { return sizeof...(x); };
    printf("%zu %zu\n", (size_t)f(1, 2.0, 'c'), (size_t)f());
    auto sum = [](auto... x) { return (x + ... + 0); };
    printf("%d\n", sum(1, 2, 3));
    auto g = [](auto &&first, auto... rest) { return first + (int)sizeof...(rest); };
    printf("%d\n", g(10, 1, 2));
    printf("%d %d\n", few<int>::value, few<int, int, int>::value);
    printf("%s %s\n", kind(&S::x), kind(&S::y));
    S s{5, 1};
    printf("%d\n", call(s, &S::get));
    X<Base> x(Base{});
    printf("%d\n", x.g().b);
    std::vector<int> v{3, 1, 2};
    std::priority_queue<int> p(std::less<int>(), v);
    printf("%d\n", p.top());
    printf("%d\n", apply(twice, 4));
    auto r = std::ref(twice);
    printf("%d\n", r(8));
    auto h = [](auto a, auto b) -> decltype(a + b) { return a + b; };
    printf("%.1f\n", h(1, 2.5));
}
