#pragma once
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef decltype(nullptr) nullptr_t;
struct max_align_t { long double __a; long long __b; };
#ifdef __cplusplus
namespace std {
using ::size_t;
using ::ptrdiff_t;
using ::nullptr_t;
}
#endif
#ifdef __cplusplus
#define NULL 0L
#else
#define NULL ((void *)0)
#endif
#define offsetof(type, member) __builtin_offsetof(type, member)
