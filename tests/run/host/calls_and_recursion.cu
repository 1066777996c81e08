// Calls of host functions: recursion, deep and shallow, through pointers, from runtime functions back into the program.
#include <cstdio>
#include <cstdlib>
#include <cstring>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static long depth(long n) { return n == 0 ? 0 : 1 + depth(n - 1); }

static int is_odd(int n);
static int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }

static int ackermann(int m, int n)
{
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

struct Shape {
    double size;
    double (*area)(const Shape *);
};
static double square(const Shape *s) { return s->size * s->size; }
static double disc(const Shape *s) { return 3 * s->size * s->size; }

static int twice(int x) { return 2 * x; }
static int less_one(int x) { return x - 1; }
static int negated(int x) { return -x; }

static unsigned long compared;
static int by_value(const void *a, const void *b)
{
    compared++;
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

static void permute(char *text, int from, int length, unsigned long *sum)
{
    if (from == length) {
        for (int i = 0; i < length; i++) *sum = *sum * 31 + text[i];
        return;
    }
    for (int i = from; i < length; i++) {
        char c = text[from]; text[from] = text[i]; text[i] = c;
        permute(text, from + 1, length, sum);
        c = text[from]; text[from] = text[i]; text[i] = c;
    }
}

static double power(double x, unsigned n)
{
    double local[4] = {1, x, x * x, x * x * x};
    return n < 4 ? local[n] : local[3] * power(x, n - 3);
}

int main()
{
    printf("%d %ld %d %d\n", fib(20), depth(5000), is_even(3000), ackermann(2, 40));
    for (int i = 0; i < 3; i++) printf("%ld ", depth(2000 + i));
    printf("\n");

    int (*steps[])(int) = {twice, less_one, negated};
    int x = 1;
    for (int i = 0; i < 5000; i++) x = steps[(x ^ i) % 3 < 0 ? 0 : (x ^ i) % 3](x) & 0xffff;
    printf("%d\n", x);

    Shape shapes[4] = {{1.5, square}, {2, disc}, {0.25, square}, {0.5, disc}};
    double area = 0;
    for (int i = 0; i < 4000; i++) area += shapes[i * i % 4].area(&shapes[i * i % 4]);
    printf("%.4f\n", area);

    int values[3000];
    for (int i = 0; i < 3000; i++) values[i] = (i * 7919) % 3001 - 1500;
    qsort(values, 3000, sizeof(int), by_value);
    int ordered = compared > 3000;
    for (int i = 1; i < 3000; i++) ordered &= values[i - 1] <= values[i];
    int wanted = values[1234];
    const int *found = (const int *)bsearch(&wanted, values, 3000, sizeof(int), by_value);
    printf("%d %d\n", ordered, (int)(found - values));

    char text[] = "abcdef";
    unsigned long sum = 1;
    permute(text, 0, 6, &sum);
    printf("%lu %s\n", sum, text);
    double t = 0;
    for (int i = 0; i < 2000; i++) t += power(1.0 + i % 5 * 0.125, i % 17);
    printf("%.6f\n", t);
}
