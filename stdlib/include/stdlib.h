#pragma once
#include <features.h>
#include <stddef.h>
#include <sys/types.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
typedef struct { int quot; int rem; } div_t;
typedef struct { long quot; long rem; } ldiv_t;
//@rows
#include <alloca.h>
#include <kern/multibyte.h>
#include <math.h>
inline div_t div(int numerator, int denominator) { div_t r; r.quot = numerator / denominator; r.rem = numerator % denominator; return r; }
inline ldiv_t ldiv(long numerator, long denominator) { ldiv_t r; r.quot = numerator / denominator; r.rem = numerator % denominator; return r; }
