// Pointers to members: data, functions, virtual functions, null.
#include <cstdio>
struct S { int a; float b; int f(int x) { return x + a; } int g(int x) const { return x * a; } virtual int v() { return 1; } };
struct T : S { int v() override { return 2; } };
__device__ int dmem(S *s, int S::*m) { return s->*m; }
int main() {
    S s{}; s.a = 3; s.b = 2; int S::*m = &S::a; s.*m = 9; S *p = &s; printf("%d %d\n", p->*m, s.a);
    int (S::*f)(int) = &S::f; printf("%d %d\n", (s.*f)(4), (p->*f)(5));
    int (S::*g)(int) const = &S::g; printf("%d\n", (p->*g)(5));
    T t; S *q = &t; int (S::*v)() = &S::v; printf("%d %d\n", (q->*v)(), (s.*v)());
    if (f) puts("set"); f = nullptr; if (!f) puts("null");
    typedef int (S::*Fn)(int); Fn table[] = {&S::f, &S::f}; printf("%d\n", (s.*table[1])(1));
}
