/* Steps, differences and addresses of rows whose length is known at run time. */
#include <stdio.h>
void show(int n, int m, double a[][m]) { double (*p)[m] = a; for (; p < a + n; p++) printf("%g ", (*p)[m - 1]); for (int i = 0; i < n; i++) printf("%g ", *(*(a + i))); puts(""); }
void f(int r, int c, int grid[r][c]) { int (*g)[c] = grid; int *flat = &grid[0][0]; for (int i = 0; i < r; i++, g++) { int *row = *g; for (int *q = row; q < row + c; q++) *q = (int)(q - flat); } printf("%d %d %ld\n", grid[r - 1][c - 1], (*(g - 1))[0], (long)(g - grid)); }
int main(void) { double a[3][4]; for (int i = 0; i < 12; i++) a[i / 4][i % 4] = i; show(3, 4, a); int r = 2, c = 5; int v[r][c]; f(r, c, v); int (*w)[c] = &v[1]; printf("%d\n", (*w)[2]); w = &v[0] + 1; printf("%d %d %d\n", (*w)[4], (int)(w - v), (int)(&v[1][3] - v[0])); return 0; }
