// abort calls the handler of SIGABRT, though it is blocked.
//@ exit: 5
//@ stdout: handler 6
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
static void handler(int number)
{
    printf("handler %d\n", number);
    fflush(stdout);
    _exit(5);
}
int main()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGABRT);
    sigprocmask(SIG_BLOCK, &set, nullptr);
    signal(SIGABRT, handler);
    abort();
}
