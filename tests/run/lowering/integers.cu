// Integer arithmetic on the host.
#include <cstdio>

template <typename T>
static void all(const char *format, volatile T a, volatile T b)
{
    char line[512];
    snprintf(line, sizeof(line), "%s %s %s %s %s %s %s %s\n", format, format, format, format, format, format, format, format);
    printf(line, (T)(a + b), (T)(a - b), (T)(a * b), b != 0 ? (T)(a / b) : (T)0, b != 0 ? (T)(a % b) : (T)0, (T)(a & b), (T)(a | b), (T)(a ^ b));
    printf(line, (T)~a, (T)-a, (T)(a << 3), (T)(a >> 3), (T)(a < b), (T)(a <= b), (T)(a == b), (T)(!a));
    volatile T x = a;
    x += b; x -= 1; x *= 3; x ^= 5; x |= 64; x &= ~2; x <<= 2; x >>= 1;
    printf(line, x, x++, (T)(a > b), (T)(a >= b), (T)(a != b), (T)(a && b), (T)(a || b), (T)(a, b));
}

int main()
{
    all<int>("%d", 17, -5);
    all<int>("%d", -17, 5);
    all<int>("%d", 2147483600, 1000);
    all<unsigned>("%u", 4000000000u, 7);
    all<unsigned>("%u", 3, 5);
    all<long long>("%lld", -9000000000000000000ll, 12345678901ll);
    all<unsigned long long>("%llu", 18000000000000000000ull, 98765432109ull);
    all<short>("%d", -300, 7);
    all<unsigned char>("%d", 250, 9);
    all<signed char>("%d", -100, 3);
    volatile int amount = 33;
    volatile int one = 1, minus = -64;
    volatile unsigned top = 0x80000000u;
    printf("%d %d %u\n", one << (amount & 31), minus >> 2, top >> 31);
    volatile long long wide = 1;
    printf("%lld %lld\n", wide << 40, (wide << 62) >> 60);
    int m[3] = {1, 2, 3}, *p = m;
    printf("%d ", *p++);
    printf("%d ", *++p);
    printf("%d %td\n", (*p)--, p - m);
    printf("%d %d\n", m[2], p[-1]);
    double d[4] = {1, 2, 3, 4}, *q = d + 4;
    q -= 2;
    printf("%g %g %td\n", *q, q[1], &d[3] - q);
    struct Odd { char c[3]; } odd[5], *o = &odd[4];
    printf("%td %d\n", o - odd, (int)sizeof(odd));
    unsigned h = 2166136261u;
    for (const char *s = "hash"; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
    printf("%u\n", h);
    return 0;
}
