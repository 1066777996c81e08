// A class template with many partial specialisations whose members are defined outside: each instance gets those of its own.
#include <cstdio>
template <class T, int N> struct P { static int f(); };
template <class T, int N> int P<T, N>::f() { return -1; }
#define ONE(i) \
    template <class T> struct P<T, i> { static int f(); template <class U> U g(U); struct In; int v = i; }; \
    template <class T> int P<T, i>::f() { return i * 2; } \
    template <class T> template <class U> U P<T, i>::g(U u) { return u + i; } \
    template <class T> struct P<T, i>::In { int n = i * 4; };
#define TEN(i) ONE(i##0) ONE(i##1) ONE(i##2) ONE(i##3) ONE(i##4) ONE(i##5) ONE(i##6) ONE(i##7) ONE(i##8) ONE(i##9)
TEN(1) TEN(2) TEN(3) TEN(4) TEN(5) TEN(6) TEN(7) TEN(8) TEN(9)
template <class T> struct P<T *, 5> { static int f(); };
template <class U> int P<U *, 5>::f() { return sizeof(U); }
template <int N> int all() { if constexpr (N == 100) return 0; else return P<char, N>::f() + P<char, N>().g(1) + typename P<char, N>::In().n + all<N + 1>(); }
int main() { printf("%d %d %d %d\n", all<10>(), P<int, 5>::f(), P<short *, 5>::f(), P<short *, 11>::f()); }
