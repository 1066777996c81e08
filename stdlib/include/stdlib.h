#pragma once
#include <features.h>
#include <stddef.h>
#include <sys/types.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
typedef struct { long long quot; long long rem; } lldiv_t;
//@rows
#include <alloca.h>
#include <kern/multibyte.h>
#include <kern/sorting.h>
#include <math.h>
inline div_t div(int numerator, int denominator) { div_t r; r.quot = numerator / denominator; r.rem = numerator % denominator; return r; }
inline ldiv_t ldiv(long numerator, long denominator) { ldiv_t r; r.quot = numerator / denominator; r.rem = numerator % denominator; return r; }
inline lldiv_t lldiv(long long numerator, long long denominator) { lldiv_t r; r.quot = numerator / denominator; r.rem = numerator % denominator; return r; }
// `string` is copied, so that a later change of it is none of the environment.
inline int putenv(char *string)
{
    size_t length = 0;
    while (string[length] && string[length] != '=') length++;
    char *name = (char *)malloc(length + 1);
    for (size_t i = 0; i < length; i++) name[i] = string[i];
    name[length] = 0;
    int result = string[length] ? setenv(name, string + length + 1, 1) : unsetenv(name);
    free(name);
    return result;
}
