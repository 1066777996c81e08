#pragma once
// The overloads that C++ has in <math.h>, for C too.
#include <math.h>
#ifdef __cplusplus
#include <complex>
#else
#include <kern/math_overloads.h>
#endif
