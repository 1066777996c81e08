#pragma once
#include <limits.h>
#include <float.h>
#define MAXINT INT_MAX
#define MININT INT_MIN
#define MAXLONG LONG_MAX
#ifndef MAXFLOAT
#define MAXFLOAT FLT_MAX
#endif
#define MAXDOUBLE DBL_MAX
#define MINDOUBLE DBL_MIN
