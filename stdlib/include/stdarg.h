#pragma once
// The arguments of a variadic function lie in slots of 8 bytes.
typedef char *va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#define va_copy(to, from) ((to) = (from))
