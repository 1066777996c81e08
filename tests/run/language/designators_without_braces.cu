// Designated initialisers of aggregates and arrays whose own braces are left out.
#include <cstdio>
struct A{int a,b;}; struct B{int k; A a;};
struct C { int k; int v[3]; int z; };
int main(){ B b={.a=3}; printf("%d %d %d\n",b.k,b.a.a,b.a.b);
C c = {.v = 1, .z = 2};
printf("%d %d %d\n", c.v[0], c.v[1], c.z);
}
