// What GNU C++ has beside the standard, pointers to overloaded members, pointers to members of several bases.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>
#include <algorithm>

int calls;
int next_value(int n) { calls++; return n; }
const char *name_or(const char *name) { return name ?: "nobody"; }
struct Wide { alignas(32) char c; double d; };
struct Calc {
    int base = 10;
    int add(int n) { return base + n; }
    double add(double n) { return base + n + 0.25; }
    int add(int n) const { return base - n; }
    int add(int a, int b) { return base + a + b; }
    static int fixed(int n) { return n; }
    int plain(int n) { return 2 * n; }
};
int free_one(int n) { return n + 1; }
double free_one(double x) { return x + 1.5; }
int apply(int (*f)(int), int n) { return f(n); }
int apply_member(Calc &c, int (Calc::*f)(int), int n) { return (c.*f)(n); }

struct A { int a = 1; virtual int get() { return a; } int plain_a() { return 100 + a; } virtual ~A() {} };
struct B { int b = 2; int more = 22; virtual int get_b() { return b; } int plain_b() { return 200 + b; } virtual ~B() {} };
struct C : A, B { int c = 3; int get_b() override { return 30 + b; } int own() { return c; } };
struct D : C { int d = 4; };

int main()
{
    int zero = 0, five = 5;
    printf("%d %d\n", zero ?: 7, five ?: 7);
    printf("%d\n", next_value(3) ?: next_value(9));
    printf("%d\n", next_value(0) ?: next_value(9));
    printf("%d\n", calls);
    printf("%s %s\n", name_or("Ann"), name_or(nullptr));
    (zero ?: five) = 8;
    printf("%d %d\n", zero, five);
    double half = 0.5;
    printf("%g %g\n", half ?: 2, 0 ?: half);
    unsigned char small = 200;
    printf("%d\n", small ?: -1);
    int x = 3 ?: 4;
    printf("%d\n", x);

    printf("%zu %zu %zu\n", __alignof__(int), __alignof__(double), alignof(Wide));
    Wide w;
    short s[3];
    alignas(64) int aligned;
    printf("%zu %zu %zu %zu\n", __alignof__(w), __alignof__(s), __alignof__ w.d, __alignof__(aligned));
    printf("%zu %zu\n", alignof(s[0]), __alignof__(long));

    int (*f)(int) = &free_one;
    double (*g)(double) = free_one;
    printf("%d %g %d\n", f(1), g(1), apply(&free_one, 5));
    std::vector<double> v = {1, 2};
    std::transform(v.begin(), v.end(), v.begin(), static_cast<double (*)(double)>(&free_one));
    printf("%g %g\n", v[0], v[1]);
    Calc calc;
    const Calc constant;
    int (Calc::*one)(int) = &Calc::add;
    double (Calc::*two)(double) = &Calc::add;
    int (Calc::*three)(int) const = &Calc::add;
    int (Calc::*four)(int, int) = &Calc::add;
    printf("%d %g %d %d\n", (calc.*one)(1), (calc.*two)(1), (constant.*three)(1), (calc.*four)(1, 2));
    printf("%d %d\n", apply_member(calc, &Calc::add, 5), apply_member(calc, &Calc::plain, 5));
    auto cast = static_cast<int (Calc::*)(int) const>(&Calc::add);
    printf("%d\n", (calc.*cast)(4));

    C c;
    D d;
    d.b = 12;
    int C::*ca = &A::a;
    int C::*cb = &B::b;
    int D::*db = &B::more;
    printf("%d %d %d\n", c.*ca, c.*cb, d.*db);
    int B::*pb = &B::b;
    int C::*moved = pb;
    int B::*none = nullptr;
    int C::*still = none;
    printf("%d %d %d\n", c.*moved, still == nullptr, moved == cb);
    int B::*back = static_cast<int B::*>(moved);
    printf("%d %d\n", back == pb, static_cast<B &>(c).*back);
    int (C::*fa)() = &A::get;
    int (C::*fb)() = &B::get_b;
    int (C::*fp)() = &B::plain_b;
    int (D::*fd)() = &C::own;
    printf("%d %d %d %d\n", (c.*fa)(), (c.*fb)(), (c.*fp)(), (d.*fd)());
    int (B::*base)() = &B::get_b;
    int (D::*far)() = base;
    C *pc = &d;
    printf("%d %d\n", (d.*far)(), (pc->*fb)());
    int (B::*again)() = static_cast<int (B::*)()>(far);
    printf("%d\n", (d.*again)());
    printf("%zu %zu\n", sizeof(fa), sizeof(ca));

    int n = 3;
    int *zeros = new int[n]();
    int *given = new int[4]{1, 2};
    int *counted = new int[]{5, 6, 7};
    printf("%d %d %d %d %d %d %d\n", zeros[0], zeros[2], given[0], given[1], given[3], counted[0], counted[2]);
    std::string *texts = new std::string[3]{"a", "b"};
    printf("%s%s[%s]\n", texts[0].c_str(), texts[1].c_str(), texts[2].c_str());
    delete[] zeros;
    delete[] given;
    delete[] counted;
    delete[] texts;
}
