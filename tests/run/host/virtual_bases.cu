// Virtual base classes: layout, the order of construction and destruction, conversions, casts, virtual functions.
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <utility>

struct Base {
    int b;
    Base(int n = 1) : b(n) { printf("Base(%d)\n", n); }
    Base(const Base &o) : b(o.b + 100) { printf("Base(copy %d)\n", o.b); }
    Base &operator=(const Base &o)
    {
        b = o.b;
        printf("Base = %d\n", b);
        return *this;
    }
    virtual ~Base() { printf("~Base %d\n", b); }
    virtual const char *name() const { return "Base"; }
    virtual int twice() const { return 2 * b; }
};
struct Left : virtual Base {
    int l;
    Left(int n) : Base(n), l(n + 1) { printf("Left(%d) in %s, b %d\n", n, name(), b); }
    Left(const Left &) = default;
    Left &operator=(const Left &) = default;
    ~Left() { printf("~Left in %s, b %d\n", name(), b); }
    const char *name() const override { return "Left"; }
    virtual int left() const { return l; }
};
struct Right : virtual Base {
    int r;
    Right(int n) : Base(n), r(n + 2) { printf("Right(%d) in %s, b %d\n", n, name(), b); }
    ~Right() override { printf("~Right in %s, b %d\n", name(), b); }
    int twice() const override { return 1000 + 2 * b; }
    virtual int right() const { return r; }
};
struct Both : Left, Right {
    int both;
    Both(int n) : Base(10 * n), Left(n), Right(n), both(n + 3) { printf("Both(%d) in %s, b %d\n", n, name(), b); }
    Both(const Both &o) : Base(o), Left(o), Right(o), both(o.both) { printf("Both(copy)\n"); }
    Both &operator=(const Both &) = default;
    ~Both() { printf("~Both in %s\n", name()); }
    const char *name() const override { return "Both"; }
    int right() const override { return 500 + r; }
};
struct More : Both {
    More() : Base(7), Both(5) { printf("More in %s\n", name()); }
    const char *name() const override { return "More"; }
    ~More() { printf("~More\n"); }
};

// Interfaces: nothing but a pointer, which their users share.
struct Shape {
    virtual double area() const = 0;
    virtual ~Shape() {}
};
struct Named : virtual Shape {
    virtual std::string title() const { return "named"; }
};
struct Sized : virtual Shape {
    double w, h;
    Sized(double a, double c) : w(a), h(c) {}
    double area() const override { return w * h; }
};
struct Box : Named, Sized {
    Box(double a, double c) : Sized(a, c) {}
    std::string title() const override { return "box of " + std::to_string((int)area()); }
};

struct Plain {
    char c[3];
};
struct P1 : virtual Plain {
    int x;
};
struct P2 : virtual Plain {
    char y;
};
struct P3 : P1, P2 {
    short z;
};
struct Empty {};
struct E1 : virtual Empty {};
struct E2 : virtual Empty {
    int i;
};
struct E3 : E1, E2 {};
struct alignas(16) Wide {
    double d[2];
};
struct W1 : virtual Wide {
    char c;
};
struct W2 : W1 {
    char k;
};
struct A1 {
    virtual void f() {}
};
struct A2 : virtual A1 {};
struct A3 : virtual A1 {};
struct A4 : A2, A3 {};
struct A5 : A3, virtual A2 {
    int n;
};
struct A6 : virtual A4, A5 {};

void sizes()
{
    printf("%zu %zu %zu %zu %zu\n", sizeof(Base), sizeof(Left), sizeof(Right), sizeof(Both), sizeof(More));
    printf("%zu %zu %zu %zu\n", sizeof(Shape), sizeof(Named), sizeof(Sized), sizeof(Box));
    printf("%zu %zu %zu %zu\n", sizeof(Plain), sizeof(P1), sizeof(P2), sizeof(P3));
    printf("%zu %zu %zu\n", sizeof(E1), sizeof(E2), sizeof(E3));
    printf("%zu %zu %zu %zu\n", sizeof(W1), alignof(W1), sizeof(W2), alignof(W2));
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(A1), sizeof(A2), sizeof(A3), sizeof(A4), sizeof(A5), sizeof(A6));
    Both both(1);
    char *start = (char *)&both;
    printf("%td %td %td %td %td %td %td\n", (char *)(Left *)&both - start, (char *)(Right *)&both - start, (char *)(Base *)&both - start,
           (char *)&both.b - start, (char *)&both.l - start, (char *)&both.r - start, (char *)&both.both - start);
    Box box(2, 3);
    start = (char *)&box;
    printf("%td %td %td\n", (char *)(Named *)&box - start, (char *)(Sized *)&box - start, (char *)(Shape *)&box - start);
    P3 p;
    start = (char *)&p;
    printf("%td %td %td\n", (char *)&p.x - start, (char *)&p.y - start, (char *)&p.c - start);
    A6 a;
    start = (char *)&a;
    printf("%td %td %td %td %td\n", (char *)(A4 *)&a - start, (char *)(A5 *)&a - start, (char *)(A2 *)(A5 *)&a - start, (char *)(A1 *)&a - start,
           (char *)&a.n - start);
}

void through(const Base &b) { printf("%s %d %d\n", b.name(), b.twice(), b.b); }
const char *which(Base &) { return "Base"; }
const char *which(Left &) { return "Left"; }

struct Throws : Left, Right {
    Throws() : Base(77), Left(1), Right(2)
    {
        printf("throws\n");
        throw std::runtime_error("from the constructor");
    }
};
struct Fault : virtual std::exception {
    const char *what() const noexcept override { return "fault"; }
};
struct Deep : virtual std::exception {};
struct Special : Fault, Deep {};

struct Delegates : virtual Base {
    Delegates(int n) : Base(n) { printf("Delegates(int)\n"); }
    Delegates() : Delegates(33) { printf("Delegates()\n"); }
};
struct Uses : Delegates {
    Uses() : Base(44), Delegates() {}
};
template <class T> struct Counted : virtual Base {
    T value;
    Counted(T v) : Base(3), value(v) {}
    T get() const { return value + b; }
};
struct Two : Counted<int>, Counted<double> {
    Two() : Base(20), Counted<int>(1), Counted<double>(0.5) {}
};

int main()
{
    sizes();
    printf("-- Left\n");
    {
        Left left(3);
        through(left);
    }
    printf("-- Both\n");
    {
        Both both(4);
        through(both);
        Left *l = &both;
        Right *r = &both;
        Base *b = r;
        printf("%d %d %d %d\n", l->b, r->b, b->b, both.b);
        printf("%s %d %d %d\n", l->name(), l->twice(), l->left(), r->right());
        printf("%d %d %d\n", (Base *)l == (Base *)r, dynamic_cast<Both *>(b) == &both, dynamic_cast<Right *>(b) == r);
        printf("%d %d\n", dynamic_cast<Left *>(r) == l, dynamic_cast<More *>(b) == nullptr);
        printf("%d %d\n", dynamic_cast<void *>(b) == (void *)&both, typeid(*b) == typeid(Both));
        printf("%s %s\n", which(both), which(*b));
        Left *none = nullptr;
        Base *nothing = none;
        printf("%d\n", nothing == nullptr);
        int Base::*member = &Base::b;
        both.*member = 9;
        int (Base::*function)() const = &Base::twice;
        printf("%d %d %d\n", l->b, (both.*function)(), (b->*function)());
        both.Base::b = 8;
        printf("%d %s\n", r->b, both.Left::name());
    }
    printf("-- copies\n");
    {
        Both a(1), b(a);
        printf("%d %d\n", b.b, b.both);
        a.b = 5;
        b = a;
        printf("%d\n", b.b);
        Both c(std::move(b));
        printf("%d\n", c.b);
        Left l(a);
        printf("%d %s\n", l.b, l.name());
    }
    printf("-- heap\n");
    Base *more = new More;
    through(*more);
    delete more;
    Both *many = new Both[2]{1, 2};
    printf("%d %d\n", many[0].b, many[1].b);
    delete[] many;
    printf("-- placement\n");
    alignas(Left) char room[sizeof(Left)];
    Left *placed = new (room) Left(6);
    placed->~Left();
    printf("-- throw\n");
    try {
        Throws t;
    } catch (std::exception &e) {
        printf("%s\n", e.what());
    }
    try {
        throw Special();
    } catch (std::exception &e) {
        printf("%s\n", e.what());
    }
    try {
        throw new Special;
    } catch (std::exception *e) {
        printf("%s\n", e->what());
        delete e;
    }
    printf("-- delegates\n");
    {
        Delegates d;
        Uses u;
        printf("%d %d\n", d.b, u.b);
    }
    printf("-- templates\n");
    {
        Two t;
        printf("%d %g\n", t.Counted<int>::get(), t.Counted<double>::get());
    }
    printf("-- interface\n");
    Shape *shapes[] = {new Box(2, 3), new Sized(4, 5)};
    for (Shape *s : shapes) {
        printf("%g", s->area());
        if (Named *n = dynamic_cast<Named *>(s)) printf(" %s", n->title().c_str());
        printf("\n");
        delete s;
    }
}
