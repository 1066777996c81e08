// Several names in one using-declaration, C++17 ([namespace.udecl]).
#include <cstdio>

namespace shapes {
struct Square {
    int side;
};
int area(Square s) { return s.side * s.side; }
int area(int a, int b) { return a * b; }
const int unit = 3;
} // namespace shapes

struct A {
    int f() const { return 1; }
    int shared() const { return 10; }
};
struct B {
    int f(int x) const { return x; }
    int shared(int x) const { return 10 * x; }
};
struct Both : A, B {
    using A::f, B::f;
    using A::shared, B::shared;
};

template <class... Ts> struct Overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts> Overloaded(Ts...) -> Overloaded<Ts...>;

template <class T> struct Derived : private T {
    using typename T::value, T::get;
};
struct Base {
    using value = long;
    int get() const { return 7; }
};

int main()
{
    using shapes::area, shapes::Square, shapes::unit;
    printf("%d %d %d\n", area(Square{unit}), area(2, unit), unit);
    Both b;
    printf("%d %d %d %d\n", b.f(), b.f(5), b.shared(), b.shared(2));
    Overloaded o{[](int x) { return x + 1; }, [](const char *) { return -1; }};
    printf("%d %d\n", o(1), o(""));
    Derived<Base> d;
    Derived<Base>::value v = d.get();
    printf("%ld\n", v);
}
