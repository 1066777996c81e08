#pragma once
#include <stdio.h>
#include <stdlib.h>
namespace std {
// What an uncaught exception of the library ends in: exceptions are not offered.
inline void __throw(const char *type, const char *what)
{
    fprintf(stderr, "terminate called after throwing an instance of '%s'\n  what():  %s\n", type, what);
    abort();
}
}
