// Class template arguments of aggregates, and what constant objects and conversion functions convert to.
#include <cstdio>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

template <class... F> struct overloaded : F... { using F::operator()...; };
template <class T, class U> struct Both { T t; U u; };
template <class T> struct Base { T of_base; };
template <class T, class U> struct Derived : Base<T> { U own; };

struct Length {
    int n;
    constexpr operator int() const { return n; }
};
template <int n> struct Number { static constexpr int value = n; };
constexpr Length eight{8};
enum Sized { sized = Length{7} };

struct Array {
    int a[3] = {1, 2, 3};
    typedef int (&Reference)[3];
    operator Reference() { return a; }
};
struct ConstArray {
    int a[2] = {4, 5};
    typedef const int (&Reference)[2];
    operator Reference() const { return a; }
};
int sum(const int (&a)[3]) { return a[0] + a[1] + a[2]; }
int sum(const int (&a)[2]) { return a[0] + a[1]; }
int first(const int *p) { return *p; }
int sized_default(int b, int c = sizeof(b)) { return b + c; }
int typed_default(short b, int c = int(sizeof(decltype(b))), int d = 1) { return b + c + d; }

namespace a::inline b {
int inside() { return 4; }
}
namespace a::inline b::c {
int deeper() { return 5; }
}

int main()
{
    Both both{1, 2.5};
    overloaded o{[](int) { return 1; }, [](double) { return 2; }, [](const char *) { return 3; }};
    Derived derived{Base<int>{4}, 'c'};
    printf("%g %d%d%d %d%c\n", both.t + both.u, o(1), o(1.0), o(""), derived.of_base, derived.own);
    std::pair p{1, 2.0};
    std::tuple t{p};
    std::tuple pairs{p, 3};
    static_assert(std::is_same_v<decltype(t), std::tuple<int, double>>);
    static_assert(std::is_same_v<decltype(pairs), std::tuple<std::pair<int, double>, int>>);
    printf("%g %d\n", std::get<1>(t), std::get<1>(pairs));

    int array[Length{3}];
    constexpr Length two{2};
    printf("%zu %d %d %d\n", sizeof array, Number<Length{4}>::value, Number<eight>::value, sized);
    switch (3) {
    case two: puts("two"); break;
    case Length{3}: puts("three"); break;
    }

    Array x;
    ConstArray y;
    printf("%d %d %d\n", sum(x), sum(y), first(x));
    printf("%d %d\n", sized_default(1), typed_default(1));

    std::priority_queue<int> q(std::less<int>(), std::vector<int>{3, 9, 4});
    printf("%d %d %d %d\n", q.top(), a::inside(), a::b::inside(), a::c::deeper());
}
