// Special members that print: ways to return, defaults of members, lifetimes of temporaries.
#include <cstdio>
#include <utility>
#include <vector>
#include <optional>
#include <functional>
#include <string>
struct X { static int live; int v; X(int v = 0) : v(v) { live++; printf("X(%d)\n", v); } X(const X &o) : v(o.v) { live++; printf("X(const X&%d)\n", v); } X(X &&o) : v(o.v) { live++; o.v = -1; printf("X(X&&%d)\n", v); } X &operator=(const X &o) { printf("%d=%d\n", v, o.v); v = o.v; return *this; } X &operator=(X &&o) { printf("%d=&&%d\n", v, o.v); v = o.v; o.v = -1; return *this; } ~X() { live--; printf("~X(%d)\n", v); } X self() const { return *this; } X *operator->() { return this; } operator int() const { return v; } };
int X::live = 0;
X operator+(const X &a, const X &b) { X r(a.v + b.v); return r; }
struct Y : X { X m; using X::X; Y(const X &x) : X(x), m(x) {} };
struct Z { X a = X(1), b{2}; X c = 3; };
struct W { X a; X b; };
X two(bool f) { X x(1); if (f) { X y(2); x = y; return x; } X z(3); return x; }
X loop(int n) { X r(0); for (int i = 0; i < n; i++) { X t(i); if (t.v == 2) { r.v = 100; return r; } r = r + t; } return r; }
X inner(int n) { if (n) { X a(n); return a; } else { X b(9); return b; } }
X sw(int n) { X r; switch (n) { case 0: r.v = 10; break; case 1: return r; default: r.v = 12; return r; } return r; }
X fromY() { Y y(X(5)); return y; }
Y upToY() { X x(6); return x; }
const X constant() { const X x(7); return x; }
X volatile_like() { X x(8); X &r = x; return r; }
X stat() { static X s(9); return s; }
X param(X p, bool f) { if (f) return p; X q(10); return q; }
std::optional<X> opt(bool f) { std::optional<X> o; if (f) o.emplace(11); return o; }
W agg() { W w{X(12), X(13)}; w.a.v++; return w; }
Z def() { Z z; return z; }
std::pair<X, X> prs() { std::pair<X, X> p(14, 15); return p; }
struct Guard { X &x; ~Guard() { x.v += 1000; printf("guard\n"); } };
X guarded() { X x(16); Guard g{x}; return x; }
X guarded2() { X x(17); { Guard g{x}; if (x.v > 5) return x; } return x; }
template <class T> T tmpl(T t) { T u = t; return u; }
struct Thrower { X a{20}; X b; Thrower() : b(21) { throw 1; } };
X trydtor() { X x(22); try { Thrower t; } catch (int) { printf("in catch\n"); x.v = 23; return x; } return x; }
int main() {
#define T(...) { printf("-- %s\n", #__VA_ARGS__); __VA_ARGS__; printf("live %d\n", X::live); }
    T(two(true)) T(two(false)) T(auto r = loop(4); printf("%d\n", r.v)) T(inner(1)) T(inner(0)) T(sw(0)) T(sw(1)) T(sw(2)) T(fromY()) T(upToY())
    T(constant()) T(volatile_like()) T(stat()) T(param(X(1), true)) T(param(2, false)) T(opt(true)) T(agg()) T(def()) T(prs())
    T(X a = guarded(); printf("%d\n", a.v)) T(X a = guarded2(); printf("%d\n", a.v)) T(tmpl(X(3))) T(X a = trydtor(); printf("%d\n", a.v))
    T(X a(1); X b = a.self(); a = b.self(); b = std::move(a); std::swap(a, b))
    T(const X &r = X(1) + X(2); printf("%d\n", r.v)) T(const int &r = X(4).v; printf("%d\n", r)) T(int i = X(5) + X(6); printf("%d\n", i))
    T(X(7)->v = 3) T(X a[2] = {1}; X b[2] = {a[0], a[1]}) T(for (const X &x : {X(1), X(2)}) printf("it %d\n", x.v)) T(std::vector<X> v{1, 2}; v.push_back(v[0]); v.erase(v.begin()))
    T(std::vector<X> v(2); v.resize(3); v.emplace(v.begin(), 5)) T(auto l = [x = X(1)]() mutable { x.v++; return x; }; X a = l(); X b = l())
    T(std::function<X(int)> f = [](int k) { X x(k); return x; }; X y = f(3)) T(X *p = new X(5); X q = std::move(*p); delete p)
    T(W w{1, 2}; W u = w; u = std::move(w); W t{.a = X(3), .b = 4}) T(Y y(1); Y z = y; y = z; Y k = std::move(y)) T((void)(X(1), X(2))) T(X a = true ? X(1) : X(2)) T(X a(1); X b = false ? X(2) : a)
}
