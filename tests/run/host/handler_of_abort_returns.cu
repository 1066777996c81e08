// A handler of SIGABRT that returns does not keep the program from ending.
//@ exit: 134
//@ stdout: handler
#include <csignal>
#include <cstdio>
#include <cstdlib>
int main()
{
    signal(SIGABRT, [](int) { puts("handler"); fflush(stdout); });
    abort();
}
