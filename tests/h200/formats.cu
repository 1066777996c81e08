// Host formatting in all its forms, and device printf in tables.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <climits>
#include <cfloat>
__global__ void table(int w) { printf("[%d,%d] %c %5.2f %s %x %e\n", blockIdx.x, threadIdx.x, 'a' + threadIdx.x, threadIdx.x / 3.0f, threadIdx.x & 1 ? "odd" : "even", threadIdx.x * w, 1.0 / (threadIdx.x + 1)); }
int main()
{
    printf("%5d|%-5d|%05d|%+d|% d|%x|%#x|%#o|%X\n", 42, 42, 42, 42, 42, 255, 255, 8, 48879);
    printf("%f %.0f %.10f %e %.2E %g %g %g %G %a\n", 3.14159, 2.5, 1.0 / 3, 12345.678, 0.00012, 1e-5, 123456789.0, 0.0001, 1e20, 0.1);
    printf("%s|%10s|%-10s|%.3s|%c|%%|%*d|%-*d|%.*f\n", "abc", "right", "left", "truncate", 'z', 6, 1, 6, 2, 3, 2.71828);
    printf("%ld %lu %lld %llu %hhd %hu %zu %td\n", LONG_MAX, ULONG_MAX, LLONG_MIN, ULLONG_MAX, (char)300, (unsigned short)70000, sizeof(double), (ptrdiff_t)-3);
    printf("%f %f %g %e %F\n", INFINITY, -INFINITY, NAN, DBL_MAX, -0.0);
    printf("%d %u %i\n", INT_MIN, UINT_MAX, CHAR_BIT);
    char buf[64]; int k = sprintf(buf, "%03d-%s", 7, "x"); printf("%d %s %zu\n", k, buf, strlen(buf));
    k = snprintf(buf, 5, "%s", "truncated"); printf("%d %s\n", k, buf);
    printf("%d %ld %.3f %d\n", atoi("  -12x"), strtol("0x1f", NULL, 0), atof("1.5e2"), abs(-5));
    printf("%.3f %.3f %.3f %.3f %.3f\n", sqrt(2.0), pow(2, 0.5), sin(1.0), exp(1.0), log10(1000.0));
    char s[32] = "hello"; strcat(s, " "); strncpy(s + 6, "worldwide", 5); s[11] = 0; printf("%s %d %s %d\n", s, strcmp("a", "b") < 0, strchr(s, 'w'), memcmp("ab", "ab", 2));
    for (int i = 0; i < 3; i++) printf("%d ", rand()); srand(5); printf("%d\n", rand() % 1000);
    fprintf(stdout, "to stdout\n"); fputs("puts\n", stdout); putchar('!'); putchar('\n');
    table<<<2, 3>>>(17);
    cudaDeviceSynchronize();
    return 0;
}
