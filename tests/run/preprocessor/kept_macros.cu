// `#pragma push_macro` keeps a definition, or that there is none, for `#pragma pop_macro`.
#include <cstdio>
#define X 1
#pragma push_macro("X")
#undef X
#define X 2
int a = X;
#pragma pop_macro("X")
int b = X;
#pragma push_macro("Y")
#define Y 3
int c = Y;
#pragma pop_macro("Y")
#ifdef Y
int d = 1;
#else
int d = 0;
#endif
#define P _Pragma("push_macro(\"X\")")
P
#undef X
#define X 7
int e = X;
_Pragma("pop_macro(\"X\")")
int f = X;
int main() { printf("%d %d %d %d %d %d\n", a, b, c, d, e, f); }
