// An assertion that fails calls `abort`, and that the handler of SIGABRT.
//@ exit: 9
//@ stdout: handler 6
#include <cassert>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
static void handler(int number)
{
    printf("handler %d\n", number);
    fflush(stdout);
    _exit(9);
}
int main(int argc, char **)
{
    signal(SIGABRT, handler);
    assert(argc > 5);
}
