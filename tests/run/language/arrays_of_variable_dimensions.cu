// Arrays of several dimensions whose lengths are known at run time.
#include <cstdio>
#include <cstring>
static int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
template <class T> T trace(int n, int m) {
    T a[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) a[i][j] = i * 10 + j;
    T t = 0;
    for (int i = 0; i < n && i < m; i++) t += a[i][i];
    return t;
}
int main() {
    for (int n = 2; n < 5; n++) {
        int m = n + 1;
        int a[n][m], b[3][n][m + 1], c[m][2], d[n][m][2];
        memset(a, 0, sizeof(a));
        memset(b, 0, sizeof b);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) a[i][j] += i * j, b[i % 3][i][j]++, d[i][j][j & 1] = i - j, d[i][j][1 - (j & 1)] = 100;
        for (int i = 0; i < m; i++) c[i][0] = i, c[i][1] = -i;
        a[n - 1][0]--;
        int *row = a[1];
        int (*pair)[2] = c;
        printf("%zu %zu %zu %zu: %d %d %d %d %d %d\n", sizeof(a), sizeof b, sizeof c, sizeof d, a[n - 1][m - 1], sum(a[n - 1], m), row[1],
               sum(b[1][1], m + 1), pair[2][1], d[1][2][0] + d[1][2][1]);
        int &r = a[0][1];
        r = 7;
        printf("%d %d %d\n", *(a[0] + 1), sum(&a[0][0], n * m), (int)(&b[2][1][0] - &b[0][0][0]));
    }
    printf("%d %g\n", trace<int>(3, 4), trace<double>(5, 2));
}
