#pragma once
#include <string.h>
struct utsname {
    char sysname[65];
    char nodename[65];
    char release[65];
    char version[65];
    char machine[65];
    char domainname[65];
};
// The system that programs see: the host is called as `gethostname` calls it.
inline int uname(struct utsname *name)
{
    strcpy(name->sysname, "Linux");
    strcpy(name->nodename, "kern");
    strcpy(name->release, "6.1.0");
    strcpy(name->version, "#1 SMP");
    strcpy(name->machine, "x86_64");
    strcpy(name->domainname, "(none)");
    return 0;
}
