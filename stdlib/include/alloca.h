#pragma once
#include <stddef.h>
#undef alloca
#define alloca(size) __builtin_alloca(size)
