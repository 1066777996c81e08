// expect: host stack overflow
//@ exit: 139
#include <cstdio>
int f(int n) { return n + f(n + 1); }  //~ ERROR[R0403] stack
int main() { printf("%d\n", f(0)); }
