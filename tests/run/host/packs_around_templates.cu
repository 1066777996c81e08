// Packs of the class around a member template, packs of bases with what initialises them, default arguments of blocks.
#include <cstdio>

template <class... A>
struct S {
    template <class C>
    int call(C *o, int (C::*m)(A...), A... a) {
        return (o->*m)(a...);
    }
    template <class R>
    R fn(R (*f)(A...), A... a) {
        return f(a...);
    }
};
struct O {
    int f(int a, int b) { return a + b; }
};
int sub(int a, int b) { return a - b; }
int nothing() { return 8; }

struct X { int x; };
struct Y { int y; };
struct Z {
    int z;
    Z(int a, int b) : z(a * b) {}
};
template <class... B>
struct Mix : B... {
    Mix(B... b) : B(b)... {}
};
template <class... B>
struct Braced : B... {
    Braced(int n, B... b) : B{b}..., n(n) {}
    int n;
};
template <class... B>
struct Same : B... {
    Same(int a, int b) : B(a, b)... {}
};

int f(int a, int b = 2) { return a * b; }
int later(int a);

int main() {
    O o;
    std::printf("%d %d %d\n", S<int, int>().call(&o, &O::f, 1, 2), S<int, int>().fn(sub, 5, 2), S<>().fn(nothing));
    Mix<X, Y> m(X{1}, Y{2});
    std::printf("%d %d\n", m.x, m.y);
    Braced<Y, X> braced(3, Y{4}, X{5});
    std::printf("%d %d %d\n", braced.n, braced.y, braced.x);
    std::printf("%d\n", Same<Z>(6, 7).z);
    Mix<> empty;
    (void)empty;
    std::printf("%d\n", f(2));
    {
        int f(int, int = 5);
        std::printf("%d\n", f(2));
        {
            int f(int = 3, int = 9);
            std::printf("%d %d\n", f(), f(2));
        }
        std::printf("%d\n", f(2));
    }
    std::printf("%d\n", f(2));
    int later(int = 3);
    std::printf("%d %d\n", later(), later(4));
}
int later(int a) { return 10 * a; }
