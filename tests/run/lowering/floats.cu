// Floating arithmetic on the host: never contracted, rounded to each type.
#include <cstdio>
#include <cmath>

int main()
{
    volatile float a = 1.0000001f, b = 1.0000001f, c = -1.0f;
    float product = a * b + c;
    printf("%a\n", product);
    volatile double x = 0.1, y = 10.0, z = -1.0;
    printf("%a %a\n", x * y + z, fma((double)x, (double)y, (double)z));
    volatile float third = 1.0f / 3.0f;
    printf("%a %a %a\n", third, third * 3.0f, (double)third * 3.0);
    float sum = 0;
    for (int i = 0; i < 1000; i++) sum += 0.1f;
    double dsum = 0;
    for (int i = 0; i < 1000; i++) dsum += 0.1f;
    printf("%a %a\n", sum, dsum);
    volatile float inf = 1e30f;
    inf *= inf;
    volatile float nan = inf - inf;
    printf("%g %g %d %d %d %d\n", inf, -inf, nan == nan, nan < 1.0f, !(nan < 1.0f), nan != 0);
    printf("%g %g %g\n", fmaxf(nan, 1.0f), fminf(2.0f, nan), fabsf(-0.0f));
    printf("%d %d %d %d\n", std::isnan(nan), std::isinf(inf), std::isfinite(a), std::signbit(-0.0f));
    printf("%g %g %g %g\n", floorf(-1.5f), ceilf(-1.5f), truncf(-1.5f), roundf(-2.5f));
    printf("%g %g %g %g\n", floor(2.5), ceil(2.5), rint(2.5), rint(3.5));
    printf("%a %a\n", sqrtf(2.0f), sqrt(2.0));
    volatile float den = 1e-45f;
    printf("%a %a %a\n", den, den * 0.5f, den + den);
    float f = 1;
    f += 1e-9;
    f -= 0.5;
    printf("%a\n", f);
    int i = 3;
    i *= 2.7f;
    printf("%d %g\n", i, 7 / 2 + 7 / 2.0 + 7 / 2.0f);
    printf("%d %d %g %g\n", min(3, -2), max(3u, 7u), fmin(1.0, 2.0), std::fabs(-2.5));
    return 0;
}
