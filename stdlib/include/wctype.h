#pragma once
#include <ctype.h>
#include <wchar.h>
typedef unsigned long wctype_t;
// In the locale "C" only the characters up to 127 are of any kind.
#define __WIDE_KIND(NAME) \
    inline int isw##NAME(wint_t c) { return c < 128 && is##NAME((int)c); }
__WIDE_KIND(alnum)
__WIDE_KIND(alpha)
__WIDE_KIND(blank)
__WIDE_KIND(cntrl)
__WIDE_KIND(digit)
__WIDE_KIND(graph)
__WIDE_KIND(lower)
__WIDE_KIND(print)
__WIDE_KIND(punct)
__WIDE_KIND(space)
__WIDE_KIND(upper)
__WIDE_KIND(xdigit)
#undef __WIDE_KIND
inline wint_t towlower(wint_t c) { return c >= L'A' && c <= L'Z' ? c + 32 : c; }
inline wint_t towupper(wint_t c) { return c >= L'a' && c <= L'z' ? c - 32 : c; }
