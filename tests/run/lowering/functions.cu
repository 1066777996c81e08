// Calls: pointers to functions, variadic functions, callbacks, order of evaluation, statics.
#include <cstdio>
#include <cstdlib>
#include <cstdarg>

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int apply(int (*f)(int), int n) { return f(n); }
static int (*choose(bool first))(int) { return first ? twice : square; }
static int (*const table[])(int) = {twice, square, abs};

static int sum(int count, ...)
{
    va_list list, copy;
    va_start(list, count);
    va_copy(copy, list);
    long long total = 0;
    for (int i = 0; i < count; i++) total += va_arg(list, int);
    va_end(list);
    for (int i = 0; i < count; i++) total += 1000 * va_arg(copy, int);
    va_end(copy);
    return (int)total;
}
static void mixed(const char *kinds, ...)
{
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
            case 'd': printf("%d ", va_arg(list, int)); break;
            case 'f': printf("%g ", va_arg(list, double)); break;
            case 'l': printf("%lld ", va_arg(list, long long)); break;
            case 's': printf("%s ", va_arg(list, const char *)); break;
        }
    }
    va_end(list);
    printf("\n");
}
static int say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vprintf(format, list);
    va_end(list);
    return n;
}
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int next() { static int n = 40; return ++n; }
static int note(int x) { printf("<%d>", x); return x; }
static void swap(int &a, int &b) { int t = a; a = b; b = t; }
static int &largest(int *v, int n) { int *best = v; for (int i = 1; i < n; i++) if (v[i] > *best) best = v + i; return *best; }
static int defaults(int a, int b = 2, int c = 3) { return 100 * a + 10 * b + c; }
static void three(int, int, int) {}

int main(int argc, char **argv)
{
    printf("%d %d %d\n", apply(twice, 21), apply(&square, 5), choose(false)(6));
    for (auto f : table) printf("%d ", f(-3));
    printf("\n%d %d\n", sum(3, 1, 2, 3), sum(0));
    mixed("dfls", 'a', 2.5f, 1ll << 40, "text");
    mixed("fd", 1.0, (short)-3);
    printf("%d\n", say("%s=%d %.2f\n", "x", 5, 0.125));
    int v[] = {5, 2, 9, -1, 7};
    qsort(v, 5, sizeof(int), compare);
    for (int x : v) printf("%d ", x);
    printf("\n");
    int first = next(), second = next();
    printf("%d %d\n", first, second);
    three(note(1), note(2), note(3));
    printf(" %d\n", note(4) - note(5) * note(6));
    swap(v[0], v[4]);
    largest(v, 5) = 100;
    printf("%d %d %d\n", v[0], v[3], v[4]);
    printf("%d %d %d\n", defaults(1), defaults(1, 5), defaults(1, 5, 7));
    printf("%d %d\n", argc, argv[argc] == nullptr);
    int n = 4;
    int vla[n][3];
    for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) vla[i][j] = i * 3 + j;
    printf("%d %d\n", vla[3][2], vla[1][0]);
    return 0;
}
