// dynamic_cast and catch where a base is there twice, or private.
#include <cstdio>
#include <typeinfo>
struct A { int n; A(int k = 0) : n(k) {} virtual ~A() {} };
struct B : A { B() : A(1) {} };
struct C : A { C() : A(2) {} };
struct D : B, C {};
struct Hidden : private A { A *base() { return this; } };
struct P { virtual ~P() {} };
struct Q : P {};
struct R : D, Q {};
int main()
{
    D d;
    A *ab = (B *)&d, *ac = (C *)&d;
    printf("%d %d\n", ab->n, ac->n);
    printf("%d %d\n", dynamic_cast<D *>(ab) == &d, dynamic_cast<D *>(ac) == &d);
    printf("%d %d\n", dynamic_cast<B *>(ac) == (B *)&d, dynamic_cast<C *>(ab) == (C *)&d);
    R r;
    P *p = &r;
    printf("%d %d\n", dynamic_cast<A *>(p) == nullptr, dynamic_cast<D *>(p) == &r);
    printf("%d\n", dynamic_cast<C *>(p) == (C *)&r);
    Hidden h;
    printf("%d\n", dynamic_cast<Hidden *>(h.base()) == nullptr);
    try {
        throw D();
    } catch (A &) {
        printf("A\n");
    } catch (C &c) {
        printf("C %d\n", c.n);
    }
    try {
        throw Hidden();
    } catch (A &) {
        printf("A\n");
    } catch (...) {
        printf("...\n");
    }
    try {
        dynamic_cast<D &>(*new B);
    } catch (std::bad_cast &e) {
        printf("%s\n", e.what());
    }
    try {
        B *null = nullptr;
        throw null;
    } catch (A *a) {
        printf("%d\n", a == nullptr);
    }
}
