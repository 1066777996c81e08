// Functions whose result is deduced to be a reference.
#include <cstdio>
#include <vector>
int g = 3; auto &rg() { return g; } const auto &cg() { return g; } auto *pg() { return &g; } auto v() { return g; }
template <class T> auto &first(std::vector<T> &x) { return x[0]; }
struct S { int m = 1; std::vector<int> h{1,2}; auto &r() { return m; } const auto &c() const { return h; } auto *p() { return &m; } auto val() const { return m; } template <class T> auto &t(T &x) { return x; } auto &&f() { return m; } };
int main() { rg() = 4; printf("%d %d %d %d\n", g, cg(), *pg(), v()); std::vector<int> x{5}; first(x)++; printf("%d\n", x[0]); S s; s.r() = 7; printf("%d %zu %d %d\n", s.m, s.c().size(), *s.p(), s.val()); s.t(s.m) = 9; printf("%d\n", s.f()); }
