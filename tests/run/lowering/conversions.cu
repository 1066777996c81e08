// Conversions between scalars on the host, values out of range included: what x86-64 answers.
#include <cstdio>
#include <climits>

static void floats(volatile float f)
{
    volatile double d = f;
    printf("%d %u %lld %llu\n", (int)f, (unsigned)f, (long long)f, (unsigned long long)f);
    printf("%d %u %lld %llu\n", (int)d, (unsigned)d, (long long)d, (unsigned long long)d);
    if (f > -100 && f < 100) printf("%d %d %d %d\n", (signed char)f, (unsigned char)(int)f, (short)f, (bool)f);
}

static void integers(volatile long long x)
{
    printf("%d %d %d %d %d %u %ld\n", (signed char)x, (unsigned char)x, (short)x, (unsigned short)x, (int)x, (unsigned)x, (long)x);
    printf("%.1f %.9g %.1f %.9g\n", (double)x, (float)x, (double)(unsigned long long)x, (float)(unsigned long long)x);
    int i = (int)x;
    unsigned u = (unsigned)x;
    short s = (short)x;
    unsigned char c = (unsigned char)x;
    printf("%.9g %.9g %.9g %.9g %d\n", (float)i, (float)u, (float)s, (float)c, x ? 1 : 0);
    printf("%lld %llu %lld %llu\n", (long long)i, (unsigned long long)i, (long long)u, (unsigned long long)s);
}

int main()
{
    float values[] = {0.0f, 1.9f, -1.9f, 3e9f, -3e9f, 1e19f, 1.8e19f, -1e19f, 3e38f, 99.5f, -0.25f};
    for (float v : values) floats(v);
    long long whole[] = {0, 1, -1, 127, 128, -129, 255, 256, 65535, -32769, INT_MAX, (long long)INT_MAX + 1, LLONG_MAX, LLONG_MIN, 1ll << 40, 16777217};
    for (long long v : whole) integers(v);
    volatile double nan = 0.0;
    nan = nan / nan;
    printf("%d %lld %d %d\n", (int)nan, (long long)nan, nan == nan, nan != nan);
    char c = (char)200;
    unsigned char uc = 200;
    printf("%d %d %d\n", c, uc, c == uc);
    bool b = 17;
    b += 5;
    printf("%d %d\n", b, b + true);
    enum Small : unsigned char { A = 250, B };
    Small e = B;
    printf("%d %d\n", e, (int)(unsigned char)(e + 10));
    unsigned char wrap = 255;
    wrap++;
    signed char low = -128;
    low--;
    short sh = 32767;
    sh += 2;
    printf("%d %d %d\n", wrap, low, sh);
    uc = 200;
    uc *= 3;
    uc <<= 1;
    int f = 7;
    f *= 1.5;
    f /= 2.5f;
    printf("%d %d\n", uc, f);
    const char *p = "text";
    printf("%d %d %d\n", p ? 1 : 0, !p, (int)sizeof(p));
    return 0;
}
