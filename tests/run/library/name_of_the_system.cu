// What a program is told of the system, which is always the same one.
//@ stdout: Linux kern x86_64 (none) 0
#include <cstdio>
#include <sys/utsname.h>
int main()
{
    struct utsname system;
    int result = uname(&system);
    printf("%s %s %s %s %d\n", system.sysname, system.nodename, system.machine, system.domainname, result);
}
