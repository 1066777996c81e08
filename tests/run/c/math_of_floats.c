// In C <math.h> has no overloads: the functions are of `double`, `abs` is of `int`.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    float f = 2.7f;
    double d = -3.7;
    long l = 5;
    int i = 3;
    printf("%d %d %zu %zu\n", abs(d), abs(f), sizeof(abs(l)), sizeof(labs(i)));
    printf("%zu %zu %zu %zu %zu\n", sizeof(sin(f)), sizeof(pow(f, f)), sizeof(sqrt(i)), sizeof(fmax(f, f)), sizeof(floor(f)));
    printf("%zu %zu %zu %zu\n", sizeof(fabs(f)), sizeof(ldexp(f, 2)), sizeof(round(f)), sizeof(sqrtf(f)));
    printf("%.17g %.17g %.17g %.17g\n", exp(f), sqrt(f), pow(f, 2), sin(f));
    printf("%g %g %g %g\n", fmin(f, 1), hypot(3.0f, 4.0f), cbrt(27.0f), fabs(-f));
    printf("%d %d %d\n", isnan(f), isinf(d), signbit(d) != 0);
}
