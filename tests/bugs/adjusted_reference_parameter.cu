// A virtual function of a second base takes a reference, which it passes on as it is.
#include <cstdio>
struct A { virtual void a() {} int x = 1; };
struct B { virtual void put(int &to, const int &from) = 0; virtual ~B() {} };
struct C : A, B { void put(int &to, const int &from) override { to = from + x; } };
int main()
{
    C c;
    B *b = &c;
    int n = 0;
    b->put(n, 4);
    printf("%d\n", n);
}
//@ stdout: 5
