#include <cstdio>
int g = 3; struct S { int m = 4; int f() { return 5; } }; constexpr char nm[] = "nm";
template <int *P> int get() { return *P; }
template <int &R> void inc() { ++R; }
template <int S::*M> int mem(S &s) { return s.*M; }
template <int (S::*F)()> int mf(S &s) { return (s.*F)(); }
template <const char *N> struct Nm { static const char *n() { return N; } };
int main() { S s; inc<g>(); printf("%d %d %d %s\n", get<&g>(), mem<&S::m>(s), mf<&S::f>(s), Nm<nm>::n()); }
