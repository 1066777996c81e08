// Lambdas: result types behind the parameters, captures of packs, no captures at all, template arguments alone.
#include <cstdio>
#include <map>
#include <string>
#include <utility>

auto element(int &x) -> decltype(auto) { return (x); }
auto copied(int &x) -> auto { return x; }
auto referred(int &x) -> auto & { return x; }
template <class T> auto through(T &&t) -> decltype(auto) { return std::forward<T>(t); }
struct Box {
    int value = 4;
    auto get() -> decltype(auto) { return (value); }
};

template <class... T> int sum_of(T... t)
{
    auto all = [... x = t](auto g) { return g(x...); };
    auto by_reference = [&... x = t] { ((x += 1), ...); };
    by_reference();
    auto mixed = [first = 100, ... x = std::move(t)](int last) { return first + (x + ... + last) + int(sizeof...(x)); };
    return all([](auto... y) { return (y + ... + 0); }) + mixed(1000);
}

template <class F> struct Converts {
    F f;
    template <class T> operator T() const { return f.template operator()<T>(); }
};

int main()
{
    int a = 1;
    element(a) = 5;
    referred(a)++;
    auto place = [](auto &&x) -> decltype(auto) { return (x); };
    place(a)++;
    auto twice = [](int x) -> auto { return x * 2; };
    auto same = [](int &x) -> auto & { return x; };
    same(a) += 3;
    through(a) *= 2;
    Box box;
    box.get() = 9;
    printf("%d %d %d %d\n", a, twice(2), copied(a), box.value);

    printf("%d %d\n", sum_of(1, 2, 3), sum_of());

    using Greater = decltype([](int a, int b) { return a > b; });
    std::map<int, int, Greater> m{{1, 1}, {2, 2}, {3, 3}};
    printf("%d\n", m.begin()->first);
    auto three = [] { return 3; };
    decltype(three) other;
    other = three;
    printf("%d\n", other());

    auto made = []<class T>() { return T(5) / 2; };
    Converts<decltype(made)> c{made};
    double d = c;
    int i = c;
    printf("%g %d %g\n", d, i, made.operator()<float>());
}
