#pragma once
// Copies, comparisons and lengths of mostly a few bytes: for these a loop takes less than a call.
#include <string.h>
namespace std {
constexpr void __copy_bytes(char *to, const char *from, size_t n)
{
    if (n > 16) {
        memcpy(to, from, n);
        return;
    }
    for (size_t i = 0; i < n; i++) to[i] = from[i];
}

constexpr size_t __length_of(const char *text)
{
    for (size_t n = 0; n < 16; n++)
        if (!text[n]) return n;
    return 16 + strlen(text + 16);
}

constexpr int __compare_bytes(const char *a, const char *b, size_t n)
{
    if (n > 16) return memcmp(a, b, n);
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return (unsigned char)a[i] - (unsigned char)b[i];
    return 0;
}
}
