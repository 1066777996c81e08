#pragma once
#include <kern/write.h>
#include <stdlib.h>
#include <string.h>
namespace std {
[[noreturn]] inline void terminate() noexcept
{
    const char *const text = "terminate called without an active exception\n";
    ::write(2, text, strlen(text));
    abort();
}
// What an uncaught exception of the library ends in: exceptions are not offered.
inline void __throw(const char *type, const char *what)
{
    const char *const parts[] = {"terminate called after throwing an instance of '", type, "'\n  what():  ", what, "\n"};
    for (int i = 0; i < 5; i++) ::write(2, parts[i], strlen(parts[i]));
    abort();
}
}
