/* Qualifiers, static and * in the brackets of parameters. */
#include <stdio.h>
int g(int a[static 3]) { return a[2]; }
int g2(int a[const 3]) { return a[1]; }
int g3(int n, int a[static n]) { return a[n-1]; }
int g4(int n, int a[static restrict const 2], char s[const]) { return a[n-1] + s[0]; }
int g5(int a[const static 2]) { return a[0]; }
void proto(int n, int m, int a[*][*]);
void proto(int n, int m, int a[n][m]) { printf("%d\n", a[n-1][m-1]); }
void p2(int n, int a[*]);
void p2(int n, int a[n]) { printf("%d\n", a[n-1]); }
int main(void) { int a[3] = {1,2,3}; int b[2][3] = {{1,2,3},{4,5,6}}; printf("%d %d %d %d %d\n", g(a), g2(a), g3(3,a), g4(2, a, "a"), g5(a)); proto(2,3,b); p2(3,a); return 0; }
