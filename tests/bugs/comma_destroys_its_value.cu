// The value of a comma that nobody takes is destroyed, and one that is cast to `void`.
#include <cstdio>
struct X { int v; X(int v) : v(v) { printf("+%d\n", v); } ~X() { printf("-%d\n", v); } };
int main()
{
    X(1), X(2);
    (void)(X(3), X(4));
    (void)X(5);
    true ? (void)X(6) : (void)0;
    puts("end");
}
