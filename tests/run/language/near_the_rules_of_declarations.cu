// What is right beside what declarations, jumps and bases may not be: all of this nvcc takes.
#include <memory>
#include <stdexcept>
#include <cstdio>
#include <string>
#include <vector>
#include <functional>
#include <iostream>
int defaulted(int a, int b = 2);
int defaulted(int a, int b) { return a + b; }
int more(int a, int b, int c = 3);
int more(int a, int b = 2, int c);
int more(int a, int b, int c) { return a + b + c; }
template <class T> T tf(T a, int b = 1);
template <class T> T tf(T a, int b) { return a + b; }
template <class T, class U = int, class... R> struct Tmpl { static const int n = sizeof...(R); };
template <class T = int, class... R> struct Tmpl2 {};
template <class T, class U> void ft(U) {}
struct Base { int x = 1; int get() const { return x; } static int s() { return 5; } enum { E = 3 }; typedef int type; virtual ~Base() {} };
class Priv : private Base { public: using Base::get; using Base::x; int own() { return x + get(); } Base *base() { return this; } operator const Base &() const { return *this; } struct In { int f(Priv &p) { Base &b = p; return b.x; } }; friend int fr(Priv &); };
int fr(Priv &p) { Base *b = &p; return b->x; }
struct L { int v = 1; static int st() { return 2; } typedef int ty; enum { K = 4 }; }; struct A1 : L {}; struct A2 : L {}; struct Dia : A1, A2 { int f() { return A1::v + A2::v + st() + K; } ty q = 1; };
struct X1 { void f(int) {} }; struct X2 { void f(double) {} }; struct X3 : X1, X2 { using X1::f; using X2::f; };
template <class D> struct Crtp { int call() { return static_cast<D *>(this)->impl(); } }; struct Cd : Crtp<Cd> { int impl() { return 7; } };
struct V { int a; V operator-() const { return {-a}; } V operator-(const V &o) const { return {a - o.a}; } V &operator++() { ++a; return *this; } V operator++(int) { V t = *this; ++a; return t; } int operator()(int b, int c = 2) const { return a + b + c; } bool operator!() const { return !a; } V operator~() const { return {~a}; } int operator[](int i) const { return a + i; } V *operator->() { return this; } V &operator+=(int k) { a += k; return *this; } explicit operator bool() const { return a; } friend V operator*(int k, V v) { return {k * v.a}; } friend bool operator==(V p, V q) { return p.a == q.a; } V operator,(V o) { return o; } void *operator new(size_t n) { return ::operator new(n); } void operator delete(void *p) { ::operator delete(p); } };
enum Flags { F1 = 1, F2 = 2 }; inline Flags operator|(Flags a, Flags b) { return Flags(int(a) | int(b)); } inline Flags &operator|=(Flags &a, Flags b) { return a = a | b; }
struct Sm { static const int i = 3; static const bool b = true; static const char c = 'x'; static const Flags f = F2; static constexpr double d = 1.5; static inline float fl = 2; const static unsigned long ul = 5ul; mutable int m = 1; const int k = 2; };
struct Abs { virtual int f() const = 0; virtual ~Abs() = default; static Abs *make(); int call(const Abs &o) const { return o.f(); } }; struct Con : Abs { int f() const override { return 9; } }; Abs *Abs::make() { return new Con; } int take(const Abs &a) { return a.f(); } int takep(Abs *a) { return a->f(); }
extern int later; int later = 4; extern int ext2; 
auto rec(int n) -> int { return n ? rec(n - 1) + 1 : 0; } auto same(bool c) { if (c) return 1; return 2; } const auto cst(int x) { return x; } template <class T> auto both(T t) { if constexpr (sizeof(T) == 4) return 1; else return 2.5; }
int jumps(int n) { again: int i = 0; while (true) { int k = i; if (k > 3) goto done; ++i; } done: if (n-- > 0) goto again; switch (n) { case 0: { int y = 1; return y; } case 1: int z; z = 2; return z; default: static int st = 5; return st; case -1: break; } { goto in; } in: for (int j = 0; j < 2; j++) { switch (j) { case 0: continue; default: break; } } return i; }
int shadows(int p) { { int p = 2; (void)p; } for (int p = 0; p < 1; p++) { { int p = 3; (void)p; } } auto l = [](int p) { return p; }; if (int q = p) { (void)q; } else { int r = q; (void)r; } int s = l(p); for (int s = 0; s < 1; s++) ; struct P { int p; } x{p}; return x.p + s; }
void vf(int n) { const int m = 4; static int a[m]; int b[n]; a[0] = b[0] = 1; extern int later; (void)later; auto x = 1, *y = &x; const auto &r = x, q = 2; for (auto i = 0, e = 3; i < e; ++i) ; (void)y; (void)r; (void)q; (void)a; }
struct Ex { int v; }; int thrower(int k) { try { if (k == 1) throw Ex{3}; if (k == 2) throw std::runtime_error("r"); throw k; } catch (const Ex &e) { return e.v; } catch (std::exception &e) { return 10; } catch (int i) { return i; } catch (...) { return 99; } }
void v0(void); void v0() {} int arrp(int a[3], int (*f)(int), int n = sizeof(int)) { return f(a[0]) + n; } typedef void Fn(int); struct HasFn { Fn m; }; void HasFn::m(int) {}
int main() { Dia d; X3 x3; x3.f(1); x3.f(1.5); V v{3}; Flags f = F1; f |= F2; std::unique_ptr<Abs> ab(Abs::make()); int arr[3] = {1}; Priv p; std::function<int(int)> fn = [](int a) { return a; }; std::cout << defaulted(1) << more(1) << tf(2) << Tmpl<int>::n << p.own() << p.get() << p.x << fr(p) << Priv::In().f(p) << d.f() << Cd().call() << (-v).a << (v - v).a << v(1) << (2 * v).a << !v << v[1] << v->a << int(f) << Sm::d << Sm().k << take(*ab) << takep(ab.get()) << later << rec(3) << same(true) << both(1) << both('c') << jumps(2) << shadows(4) << thrower(0) << thrower(1) << thrower(2) << arrp(arr, [](int a) { return a; }) << fn(2) << ((Base *)&p)->x << '\n'; vf(3); ft<int>(2); v0(); return 0; }
