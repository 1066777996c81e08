#pragma once
#include <stddef.h>
// Characters of several bytes: in the locale "C" there are none, and bytes over 127 are no characters.
#define MB_CUR_MAX ((size_t)1)
#define MB_LEN_MAX 16
inline int mbtowc(wchar_t *to, const char *s, size_t n)
{
    if (!s) return 0;
    if (n == 0 || (unsigned char)*s >= 128) return -1;
    if (to) *to = *s;
    return *s != 0;
}
inline int mblen(const char *s, size_t n) { return mbtowc(NULL, s, n); }
inline int wctomb(char *to, wchar_t c)
{
    if (!to) return 0;
    if ((unsigned int)c >= 128) return -1;
    *to = (char)c;
    return 1;
}
inline size_t mbstowcs(wchar_t *to, const char *from, size_t n)
{
    for (size_t i = 0; !to || i < n; i++) {
        if ((unsigned char)from[i] >= 128) return (size_t)-1;
        if (to) to[i] = from[i];
        if (!from[i]) return i;
    }
    return n;
}
inline size_t wcstombs(char *to, const wchar_t *from, size_t n)
{
    for (size_t i = 0; !to || i < n; i++) {
        if ((unsigned int)from[i] >= 128) return (size_t)-1;
        if (to) to[i] = (char)from[i];
        if (!from[i]) return i;
    }
    return n;
}
