// Arrays of variable length with an initialiser and in a range-for, and memory from `alloca`, which lives until the function ends.
#include <alloca.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static int sum_of_copies(int n)
{
    char *blocks[8];
    for (int i = 0; i < 8; i++) {
        blocks[i] = (char *)alloca(n);
        memset(blocks[i], i, n);
    }
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += blocks[i][n - 1];
    return sum;
}

static void arrays(int n)
{
    int few[n] = {1, 2};
    int none[n] = {};
    float single[n] = {0};
    int square[n][n] = {};
    double *p = (double *)__builtin_alloca(n * sizeof(double));
    p[n - 1] = 2.5;
    square[n - 1][n - 1] += 6;
    for (int &x : few) x += 10;
    int sum = 0;
    for (int x : few) sum += x;
    printf("%d %d %d %g %d %g %d\n", few[1], few[n - 1], none[n - 1], single[0], square[n - 1][n - 1], p[n - 1], sum);
}

int main()
{
    arrays(4);
    arrays(7);
    printf("%d\n", sum_of_copies(100));
    const int length = atoi("3");
    double x[length];
    for (double &v : x) v = 2;
    printf("%g %zu\n", x[2], sizeof(x) / sizeof(x[0]));
}
