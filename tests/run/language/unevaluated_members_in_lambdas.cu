// What a lambda asks of a member without running it needs no capture.
#include <cstdio>

struct A {
    int s = 3;
    double d = 1.5;
    char letter() const { return 'a'; }
    int f()
    {
        auto g = [](int x) {
            decltype(s) y = x;
            return y + (int)sizeof(d);
        };
        return g(2);
    }
    int h()
    {
        auto g = [](auto x) {
            decltype(s) y = x;
            return y + (int)sizeof(this->d);
        };
        return g(2);
    }
    int k()
    {
        auto g = [](int x) -> decltype(s + d) { return x + 0.5; };
        return (int)(g(2) * 2);
    }
    int l() const
    {
        auto g = [] { return sizeof(decltype(this->letter())); };
        return (int)g();
    }
};

struct B {
    B(const char *text = "default") : name(text) {}
    const char *name;
};
struct D : B {
    using B::B;
    D(const char *) : B("own") {}
};
struct E : D {
    using D::D;
};

int main(int count, char **)
{
    A a;
    printf("%d %d %d %d\n", a.f(), a.h(), a.k(), a.l());
    // Closures without captures have a pointer to function in common.
    auto f = count > 1 ? [](int x) { return x + 1; } : [](int x) { return x * 2; };
    printf("%d\n", f(5));
    // An own constructor hides an inherited one.
    printf("%s %s\n", D("given").name, E("given").name);
    try {
        throw nullptr;
    } catch (int *p) {
        printf("caught %d\n", p == nullptr);
    }
}
