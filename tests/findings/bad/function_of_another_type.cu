// Calls through pointers of other types that x86-64 does not make harmless.
//@ exit: 139
#include <cstdio>
int takes_two(int a, int b)
{
    return a + b;
}
int main()
{
    int (*f)(int) = (int (*)(int))takes_two;
    printf("%d\n", f(1)); //~ ERROR[R0405] `takes_two` is called through a pointer to a function of another type
}
