// expect: host code writes past local array `a` of 4 elements
#include <cstdio>
int main(int argc, char **argv) { int a[4], n = 4 + argc; for (int i = 0; i < n; i++) a[i] = i; printf("%d\n", a[1]); }  //~ ERROR[R0104] `a`
