// printf as glibc prints.
#include <cstdio>
#include <cstdint>
int main() {
    printf("[%5d][%-5d][%05d][%+d][% d]\n", 42, 42, 42, 42, 42);
    printf("[%s][%10s][%-10s][%.2s]\n", "text", "text", "text", "text");
    printf("[%c][%5c][%%]\n", 'x', 'y');
    printf("[%x][%#o][%#X][%08x]\n", 255u, 8u, 255u, 0xbeefu);
    printf("[%lld][%llu][%ld][%hd][%hhd]\n", -1LL, ~0ULL, 1L << 33, (short)70000, (signed char)300);
    printf("[%*d][%-*d][%.*f]\n", 6, 1, 6, 2, 2, 3.14159);
    printf("[%g][%g][%g][%G]\n", 0.0001, 123456789.0, 1e100, 1e-10);
    printf("[%.0f][%.0f][%.0f][%#.0f]\n", 0.5, 1.5, 2.5, 3.0);
    printf("[%e][%.2E]\n", 0.0, 123456.0);
    printf("[%10.3f][%-10.3f][%+010.3f]\n", -3.14159, -3.14159, 3.14159);
    printf("[%p][%d]\n", (void *)0, printf("abc\n"));
    printf("[%.3d][%5.3d][%i]\n", 7, 7, -7);
    printf("[%zu][%td][%jd]\n", sizeof(int), (char *)8 - (char *)4, (intmax_t)5);
    char buffer[32];
    int n = snprintf(buffer, sizeof buffer, "%d-%s", 12, "ab");
    int m = snprintf(buffer, 4, "long text");
    printf("[%s][%d][%d]\n", buffer, n, m);
    puts(buffer);
    putchar('!');
    fprintf(stdout, "%s\n", "to stdout");
    fputs("end\n", stdout);
    // What only rounding makes too long for `%f` has no zeros behind the point with `#` (glibc).
    double edges[] = {999999.5, 9.9999995e-5, 99999.95, 999999.4, 1e6, 0.99999995, 9999999.0, 99.9999999};
    for (double v : edges) printf("[%#g][%#.3g][%#.2g][%#.0g][%#.8g][%#12g][%#-12G]\n", v, v, v, v, v, v, v);
    printf("[%#.3g][%#.3g][%#.17g][%#.1g][%g]\n", 999.5, 999.6, 99999999999999999.9, 9.5, 999999.5);
}
