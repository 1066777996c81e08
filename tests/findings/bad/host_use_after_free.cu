// expect: host code reads freed memory
#include <cstdio>
#include <cstdlib>
int main() { int *p = (int *)malloc(16); p[0] = 3; free(p); printf("%d\n", p[0]); }  //~ ERROR[R0107] free
