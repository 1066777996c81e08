#pragma once
#include <string.h>
// There is one locale, "C".
#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_TIME 2
#define LC_COLLATE 3
#define LC_MONETARY 4
#define LC_MESSAGES 5
#define LC_ALL 6
inline char *setlocale(int, const char *name)
{
    bool is_known = !name || !*name || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
    return is_known ? (char *)"C" : nullptr;
}
