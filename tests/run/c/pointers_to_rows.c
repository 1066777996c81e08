/* Pointers to rows whose length is known at run time. */
#include <stdio.h>
#include <stdlib.h>
double trace(int n, double (*a)[n]) { double t = 0; for (int i = 0; i < n; i++) t += a[i][i]; return t; }
void fill(int n, int m, double a[n][m]) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = i * 10 + j; }
static int rows(int n, int m, int k, int a[][m][k]) { return a[n - 1][m - 1][k - 1] + (int)(sizeof a[0] / sizeof a[0][0][0]) + (int)(sizeof a[0][0] / sizeof(int)); }
void line(int n, const int row[n]) { for (int i = 0; i < n; i++) printf("%d ", row[i]); puts(""); }
int main(void) {
  int n = 3;
  double (*a)[n] = malloc(sizeof(double) * n * n);
  fill(n, n, a);
  printf("%g\n", trace(n, a));
  double b[2][4];
  fill(2, 4, b);
  printf("%g %g\n", b[1][3], b[0][2]);
  int c[2][3][4]; for (int i = 0; i < 24; i++) ((int *)c)[i] = i;
  printf("%d\n", rows(2, 3, 4, c));
  line(4, c[1][2]);
  int v[n][n + 1]; for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) v[i][j] = i * j;
  line(n + 1, v[2]);
  printf("%d %d\n", (int)sizeof v, (int)sizeof v[0]);
  double (*m)[n] = malloc(sizeof(double[n][n])); m[1][2] = 5; printf("%g\n", m[1][2]);
  free(a); free(m);
}
