// Sizes of classes with bases, where g++ puts a member into the padding of a base.
#include <cstdio>
#include <cstddef>
struct A0 { int x; char c; };            struct B0 : A0 { char d; };
struct A1 { A1() {} int x; char c; };    struct B1 : A1 { char d; };
struct A2 { virtual ~A2() {} int x; };   struct B2 : A2 { int y; };
class A3 { double x; int c; public: int f() { return c; } };  struct B3 : A3 { int d; };
struct A4 { ~A4() {} double x; char c; };  struct B4 : A4 { char d; short e; };
struct A5 { A5 &operator=(const A5 &) { return *this; } double x; char c; };  struct B5 : A5 { char d; };
struct A6 { double x; char c = 3; };  struct B6 : A6 { char d; };
struct E0 {}; struct A7 : E0 { double x; char c; };  struct B7 : A7 { char d; };
struct A8 { A1 a; int &r; };  struct B8 : A8 { char d; };
struct A9 { A1 a; };  struct B9 : A9 { char d; };
struct P { virtual void f() {} char c; }; struct Q { virtual void g() {} char c; }; struct R : P, Q { char d; };
struct N { int n; }; struct S : N, P { char d; };
int main() {
#define T(i) printf(#i " %zu %zu\n", sizeof(A##i), sizeof(B##i));
 T(0) T(1) T(2) T(3) T(4) T(5) T(6) T(7) T(8) T(9)
 printf("%zu %zu %zu\n", sizeof(R), sizeof(S), sizeof(P));
 B1 b; b.x = 1; b.c = 2; b.d = 77; A1 a; a.x = 5; a.c = 6; static_cast<A1 &>(b) = a; printf("%d %d %d\n", b.x, b.c, b.d);
 B3 c; c.d = 9; A3 z; *(A3 *)&c = z; printf("%d\n", c.d);
}
