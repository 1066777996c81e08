// Control flow: every statement that jumps.
#include <cstdio>

static int dense(int x)
{
    switch (x) {
        case 0: return 10;
        case 1:
        case 2: x += 100;
        case 3: x += 1000; break;
        case 4: { int y = x * 2; x = y; } break;
        case 5: return -x;
        default: x = -1; break;
        case 7: x = 70;
    }
    return x;
}
static int sparse(long long x)
{
    switch (x) {
        case -5000000000ll: return 1;
        case 0: return 2;
        case 70000: return 3;
        case 9000000000ll: return 4;
    }
    return 0;
}
static const char *letter(char c)
{
    switch (c) {
        case 'a' ... 'f': return "a-f";
        case 'z': return "z";
        default: return "other";
    }
}
static int loops(int n)
{
    int sum = 0;
    for (int i = 0, j = n; i < j; i++, j--) {
        if (i == 2) continue;
        if (i == 6) break;
        sum += i * j;
    }
    int k = 0;
    do { k++; if (k == 3) continue; sum += k; } while (k < 5);
    while (true) {
        if (--k < 0) break;
        for (;;) { if (k & 1) break; sum += 1000; break; }
    }
    return sum;
}
static int jumps(int n)
{
    int i = 0, steps = 0;
again:
    steps++;
    if (i < n) { i += 3; goto again; }
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < 5; b++)
            if (a * b == 6) { steps += 100 * a + b; goto done; }
done:
    return steps;
}
static int duff(int count)
{
    int made = 0, n = (count + 3) / 4;
    switch (count % 4) {
        case 0: do { made++;
        case 3: made++;
        case 2: made++;
        case 1: made++;
                } while (--n > 0);
    }
    return made;
}
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static bool even(int n);
static bool odd(int n) { return n == 0 ? false : even(n - 1); }
static bool even(int n) { return n == 0 ? true : odd(n - 1); }

static int calls = 0;
static bool say(bool value) { calls++; return value; }

int main()
{
    for (int i = -1; i < 9; i++) printf("%d ", dense(i));
    printf("\n%d %d %d %d %d\n", sparse(-5000000000ll), sparse(0), sparse(70000), sparse(9000000000ll), sparse(5));
    printf("%s %s %s\n", letter('c'), letter('z'), letter('q'));
    printf("%d %d\n", loops(10), loops(20));
    printf("%d %d\n", jumps(10), jumps(0));
    for (int i = 1; i < 10; i++) printf("%d ", duff(i));
    printf("\n%d %d %d\n", fib(15), even(10), odd(10));
    bool a = say(true) && say(false) || say(true);
    bool b = say(false) && say(true);
    printf("%d %d %d\n", a, b, calls);
    int x = 5, y = (x++, x * 2), z = x > 5 ? y > 12 ? 1 : 2 : 3;
    printf("%d %d %d\n", x, y, z);
    if (int n = fib(6)) printf("%d\n", n);
    int big = x > 3 ? x : -x, *p = x > 3 ? &x : &y;
    (x > 100 ? x : y) = 77;
    printf("%d %d %d\n", big, *p, y);
    int i = 0;
    i = i++ + 1;
    int v[4] = {0, 0, 0, 0};
    i = 0;
    v[i] = ++i;
    printf("%d %d %d\n", i, v[0], v[1]);
    return 0;
}
