// <tgmath.h> in C: the type of the arguments chooses the function.
#include <stdio.h>
#include <tgmath.h>
int main(void)
{
    float f = 2;
    double d = 2;
    int i = 2, e;
    printf("%zu %zu %zu\n", sizeof(sqrt(f)), sizeof(sqrt(d)), sizeof(sqrt(i)));
    printf("%zu %zu %zu\n", sizeof(pow(f, f)), sizeof(pow(f, i)), sizeof(pow(f, d)));
    printf("%zu %zu %zu\n", sizeof(fma(f, f, f)), sizeof(fma(f, d, f)), sizeof(fma(i, i, i)));
    printf("%.9g %.17g %d %g\n", sqrt(f), sqrt(i), (int)lround(2.5f), frexp(f, &e));
    printf("%d %g %g\n", e, fmax(f, 3), ldexp(1.5f, 3));
}
