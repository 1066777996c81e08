// Rounding, conversions and printing of floating-point numbers.
#include <cstdio>
#include <cmath>
int main() {
    float f = 0.1f;
    double d = 0.1;
    printf("%f %.10f %.17g\n", f, f, d);
    printf("%e %g %g %g\n", 12345.678, 1e-5, 1e20, 100000.0);
    printf("%5.1f|%-8.2f|%+.3f|%08.2f\n", 3.14159, 2.5, 1.0, -3.14159);
    printf("%d %d %u\n", (int)3.99f, (int)-3.99, (unsigned)3e9);
    printf("%d %d\n", 0.1f == 0.1, (float)0.1 == 0.1f);
    float inf = 1.0f / 0.0f, nan = inf - inf;
    printf("%f %f %d %d\n", inf, -inf, nan == nan, nan != nan);
    printf("%.6f %.6f %.6f\n", sqrt(2.0), pow(2.0, 0.5), exp(1.0));
    printf("%.6f %.6f %.6f\n", sinf(1.0f), cosf(1.0f), floorf(-1.5f));
    printf("%.1f %.1f %.1f %.1f\n", fabs(-2.0), fmax(1.0, 2.0), fmin(1.0, 2.0), fmod(7.0, 4.0));
    float sum = 0;
    for (int i = 0; i < 10; i++) sum += 0.1f;
    printf("%.9f %d\n", sum, sum == 1.0f);
    printf("%.3f %.3f\n", 1e3f + 1e-3f, 16777218.0f - 16777216.0f);
    printf("%a\n", 1.5);
}
