// expect: host code writes through a null pointer
//@ exit: 139
#include <cstdio>
struct S { int a, b; };
int main() { S *s = NULL; s->b = 3; printf("never\n"); }  //~ ERROR[R0105] null
