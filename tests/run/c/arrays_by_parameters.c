/* Parameters that are arrays whose lengths other parameters give. */
#include <stdio.h>
void f(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]; printf("%d %zu\n", s, sizeof a[0]); }
void g(int n, int m, int (*a)[m]) { printf("%d\n", a[n-1][m-1]); }
void h(int n, double a[n]) { printf("%g\n", a[n-1]); }
void q(int n, int a[n][n], int b[n][n][2*n]) { printf("%d %zu\n", b[1][1][1], sizeof b[0]); }
int main(void) { int a[2][3] = {{1,2,3},{4,5,6}}; f(2, 3, a); g(2,3,a); double d[2]={1,2}; h(2,d); int n = 2; int v[n][n]; int w[n][n][2*n]; w[1][1][1] = 7; q(2, v, w); f(n,n,v[0] ? (void*)a : v); }
