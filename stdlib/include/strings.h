#pragma once
#include <stddef.h>
#include <string.h>
//@rows
// The first bit that is set, counted from 1; 0 if there is none.
inline int ffsll(long long bits)
{
    unsigned long long rest = (unsigned long long)bits;
    if (!rest) return 0;
    int place = 1;
    for (int step = 32; step; step >>= 1)
        if (!(rest & ((1ull << step) - 1))) {
            place += step;
            rest >>= step;
        }
    return place;
}
inline int ffs(int bits) { return ffsll((unsigned int)bits); }
inline int ffsl(long bits) { return ffsll(bits); }
