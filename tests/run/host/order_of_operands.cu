// Operands of operators of classes, as g++ 12 evaluates them on x86-64.
#include <cstdio>
#include <string>
static int n; int u() { return ++n; }
struct S { int v; S(int x) : v(x) {} S operator+(const S &o) const { return S(v * 10 + o.v); } S operator[](S o) const { return S(v * 10 + o.v); } S &operator+=(S o) { v = v * 10 + o.v; return *this; } bool operator<(const S &o) const { return v < o.v; } };
S operator-(const S &a, const S &b) { return S(a.v * 10 + b.v); }
S operator*(S a, S b) { return S(a.v * 10 + b.v); }
S mk() { return S(u()); }
struct P { S a, b; P(S x, S y) : a(x), b(y) {} P(int x, int y, int z) : a{x}, b(y * 10 + z) {} };
struct Q : P { S c{u()}; Q() : P(u(), u(), u()) {} Q(int) : P(mk(), mk()) {} };
int main()
{
    n = 0; printf("+ %d\n", (mk() + mk()).v);
    n = 0; printf("- %d\n", (mk() - mk()).v);
    n = 0; printf("* %d\n", (mk() * mk()).v);
    n = 0; printf("+++ %d\n", (mk() + mk() + mk()).v);
    n = 0; printf("[] %d\n", (mk()[mk()]).v);
    n = 0; S s(0); (s = mk()) += mk(); printf("+= %d\n", s.v);
    n = 0; printf("int %d\n", u() * 100 + u() * 10 + u());
    n = 0; P p(mk(), mk()); printf("P %d %d\n", p.a.v, p.b.v);
    n = 0; P r{mk(), mk()}; printf("P{} %d %d\n", r.a.v, r.b.v);
    n = 0; Q q; printf("Q %d %d %d\n", q.a.v, q.b.v, q.c.v);
    n = 0; Q t(1); printf("Q(1) %d %d %d\n", t.a.v, t.b.v, t.c.v);
    n = 0; std::string x = std::to_string(u()) + std::to_string(u()) + std::to_string(u()); printf("%s\n", x.c_str());
    n = 0; int a[3] = {u(), u(), u()}; printf("%d%d%d\n", a[0], a[1], a[2]);
    n = 0; int i = 0; i = i++ + u(); printf("%d\n", i);
    n = 0; S arr[2] = {S(u()), S(u())}; printf("%d%d\n", arr[0].v, arr[1].v);
    n = 0; bool b = mk() < mk(); printf("%d\n", b);
}
