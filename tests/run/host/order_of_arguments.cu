// Host code evaluates arguments as g++ 12 does on x86-64: from the right, in braces as they stand.
#include <cstdio>
#include <string>
#include <vector>
#include <iostream>
static int n; int u() { return ++n; }
struct V { int x, y, z; V(int a, int b, int c) : x(a), y(b), z(c) {} V() {} int m(int a, int b) { return a * 10 + b; } int operator()(int a, int b) { return a * 10 + b; } };
struct D { double x, y, z; __host__ __device__ D(double a, double b, double c) : x(a), y(b), z(c) {} };
struct E { double x, y, z; constexpr E(double a = 0, double b = 0, double c = 0) : x(a), y(b), z(c) {} };
struct A { int x, y, z; };
int f(int a, int b, int c) { return a * 100 + b * 10 + c; }
template <class... T> int g(T... t) { int r = 0; ((r = r * 10 + t), ...); return r; }
double d(double a, double b, double c) { return a * 100 + b * 10 + c; }
double ud() { return ++n; }
std::string s(const std::string &a, std::string b, std::string c) { return a + b + c; }
std::string us() { return std::to_string(++n); }
struct M { V v; M() : v{u(), u(), u()} {} M(int) : v(u(), u(), u()) {} };
struct N : V { N() : V{u(), u(), u()} {} N(int) : V(u(), u(), u()) {} };
struct O { V v{u(), u(), u()}; };
int main()
{
    n = 0; M m0; printf("member {} %d%d%d\n", m0.v.x, m0.v.y, m0.v.z);
    n = 0; M m1(1); printf("member () %d%d%d\n", m1.v.x, m1.v.y, m1.v.z);
    n = 0; N n0; printf("base {} %d%d%d\n", n0.x, n0.y, n0.z);
    n = 0; N n1(1); printf("base () %d%d%d\n", n1.x, n1.y, n1.z);
    n = 0; O o; printf("default {} %d%d%d\n", o.v.x, o.v.y, o.v.z);
    n = 0; printf("f %d\n", f(u(), u(), u()));
    n = 0; V v(u(), u(), u()); printf("V v %d%d%d\n", v.x, v.y, v.z);
    n = 0; v = V(u(), u(), u()); printf("V() %d%d%d\n", v.x, v.y, v.z);
    n = 0; V w{u(), u(), u()}; printf("V{} %d%d%d\n", w.x, w.y, w.z);
    n = 0; D e = D(ud(), ud(), ud()); printf("D() %g%g%g\n", e.x, e.y, e.z);
    n = 0; E q = E(ud(), ud(), ud()); printf("E() %g%g%g\n", q.x, q.y, q.z);
    n = 0; q = E(ud(), ud()); printf("E() %g%g%g\n", q.x, q.y, q.z);
    n = 0; V *p = new V(u(), u(), u()); printf("new %d%d%d\n", p->x, p->y, p->z);
    n = 0; A a = {u(), u(), u()}; printf("A{} %d%d%d\n", a.x, a.y, a.z);
    n = 0; printf("m %d\n", v.m(u(), u()));
    n = 0; printf("() %d\n", v(u(), u()));
    n = 0; printf("g %d\n", g(u(), u(), u()));
    n = 0; printf("d %g\n", d(ud(), ud(), ud()));
    n = 0; std::cout << s(us(), us(), us()) << "\n";
    n = 0; printf("%d %d %d\n", u(), u(), u());
    n = 0; int t = u() - 10 * u(); printf("%d\n", t);
    n = 0; std::cout << u() << u() << u() << "\n";
    auto l = [&] { return ++n; };
    n = 0; printf("l %d\n", f(l(), l(), l()));
    n = 0; v = V(l(), l(), l()); printf("V(l) %d%d%d\n", v.x, v.y, v.z);
    n = 0; std::vector<V> vv; vv.emplace_back(u(), u(), u()); printf("emplace %d%d%d\n", vv[0].x, vv[0].y, vv[0].z);
    n = 0; vv.push_back(V(u(), u(), u())); printf("push %d%d%d\n", vv[1].x, vv[1].y, vv[1].z);
}
