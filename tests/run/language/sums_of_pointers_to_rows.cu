// Pointers to rows whose length is known at run time (GNU C++): sums, what they point at, indices behind them.
#include <cstdio>
#include <cstdlib>
static double line(int n, const double *row) { double s = 0; for (int i = 0; i < n; i++) s = s * 2 + row[i]; return s; }
static double all(int n, double *q)
{
    double(*p)[n] = (double(*)[n])q;
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) s += *(*(p + i) + j) * (i + 1);
    return s + line(n, *(p + 1)) + line(n, p[n - 1]) + (*p)[1] + (p + 1)[1][0] + *p[1];
}
int main()
{
    int n = 4, k = 2;
    int(*p)[n] = (int(*)[n])malloc(sizeof(int) * n * 3);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < n; j++) p[i][j] = i * 10 + j;
    int(*q)[n] = p + 1;
    printf("%d %d %d %d\n", (*(p + 1))[2], **(p + 2), *(*(p + k) + 3), *(p[2] - 1));
    printf("%d %d %d %d\n", q[1][0], (*q)[3], (q - 1)[0][1], (*(q + 1 - k))[2]);
    printf("%zu %zu %d\n", sizeof *p, sizeof(*(p + 1)), (int)(*(p + 1) - *p));
    q = q + 1;
    *(*q + 1) = 99;
    (*q)[2] += 1;
    printf("%d %d\n", p[2][1], p[2][2]);
    int sum = 0, steps = 0;
    for (int(*r)[n] = p; r < p + 3; r++) sum += (*r)[1], steps += r - p;
    q = p;
    int(*first)[n] = q++, (*second)[n] = q, (*third)[n] = ++q;
    q -= k;
    printf("%d %d %d %d %d %d\n", sum, steps, (int)(third - first), (int)(second - q), second[0][3], (1 + q) == second);
    q += n - 3;
    long before = q-- - third;
    printf("%ld %d %d\n", before, **q, q == p);
    double m[9];
    for (int i = 0; i < 9; i++) m[i] = i;
    printf("%g\n", all(3, m));
    int cube[k][n][3], t = 0;
    for (int i = 0; i < k; i++)
        for (int j = 0; j < n; j++)
            for (int l = 0; l < 3; l++) cube[i][j][l] = t++;
    printf("%d %d %d %d\n", (*cube)[1][2], (*(cube + 1))[2][1], *(*(*(cube + 1) + 3) + 2), *(cube[1][2] + 1));
    free(p);
}
