// A second exception while one is on its way ends the program, although there is a handler for both.
//@ exit: 134
//@ stdout: thrown
#include <cstdio>
struct Loud {
    ~Loud() noexcept(false)
    {
        fputs("", stdout);
        throw 2;
    }
};
struct Outer {
    ~Outer() { puts("outer"); }
};
int main()
{
    try {
        Outer outer;
        Loud loud;
        puts("thrown");
        throw 1;
    } catch (...) {
        puts("caught");
    }
}
