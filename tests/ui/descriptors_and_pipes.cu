// What there is of no file by its number: a second number, and a pipe; and no other process.
#include <unistd.h>
#include <sys/wait.h>
int main()
{
    int ends[2], status;
    pipe(ends); //~ ERROR[K0501] pipes
    dup2(ends[0], 0); //~ ERROR[K0501] a second descriptor of a file
    wait(&status); //~ ERROR[K0501] other processes
    return WEXITSTATUS(status);
}
