// The conversions, flags and lengths of the device's printf (CUDA C++ Programming Guide, "Formatted Output").
#include <cfloat>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <cstdio>

__device__ void numbers(int i, unsigned u, long l, long long ll, unsigned long long ull, short s, char c, double d, float f, const char *str)
{
    printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%8.4d|%-+8d|\n", i, i, i, i, i, i, i, i, i);
    printf("%u|%x|%X|%o|%#x|%#X|%#o|%08x|%-10x|%#010x|\n", u, u, u, u, u, u, u, u, u, u);
    printf("%ld|%li|%lld|%llu|%llx|%#llo|%20lld|%-20lld|%020lld|%lx|%lu|\n", l, l, ll, ull, ull, ull, ll, ll, ll, l, (unsigned long)l);
    printf("%hd|%hu|%hx|\n", s, (unsigned short)s, (unsigned short)s);
    printf("%f|%.0f|%.1f|%10.3f|%-10.3f|%+.2f|% .2f|%010.2f|%#.0f|%.10f|\n", d, d, d, d, d, d, d, d, d, d);
    printf("%e|%.0e|%.3E|%15.4e|%-15.4e|%+e|%#.0e|\n", d, d, d, d, d, d, d);
    printf("%g|%.0g|%.3g|%G|%15g|%-15g|%#g|%+g|%.17g|\n", d, d, d, d, d, d, d, d, d);
    printf("%g|%.9g|%f|%a|%A|%.2a|%a|\n", f, f, f, d, d, d, f);
    printf("%s|%10s|%-10s|%.3s|%10.2s|%-10.4s|%.0s|\n", str, str, str, str, str, str, str);
    printf("%" PRId64 "|%" PRIu32 "|%" PRIx64 "|%" PRId8 "|\n", (int64_t)ll, (uint32_t)u, (uint64_t)ull, (int8_t)c);
}
__global__ void device()
{
    numbers(42, 0xBEEFu, -7L, LLONG_MIN, ULLONG_MAX, -300, 'k', 3.14159265358979, 2.5f, "device");
    numbers(-1, 0, LONG_MAX, 1234567890123LL, 0, 0, '0', -1e-5, 1e10f, "");
    numbers(INT_MIN, UINT_MAX, 0, 0, 1, SHRT_MAX, '~', 1e22, -0.0f, "a longer string than the width");
    numbers(0, 7, 1, -1, 255, 127, 'A', 0.0, FLT_MIN, "x");
    numbers(7, 8, 9, 10, 11, 12, 'z', DBL_MAX, FLT_MAX, "max");
    numbers(7, 8, 9, 10, 11, 12, 'z', 0.5, 1.5f, "half");
    numbers(7, 8, 9, 10, 11, 12, 'z', 2.5, 0.1f, "even");
    numbers(7, 8, 9, 10, 11, 12, 'z', INFINITY, -INFINITY, "inf");
    double nan = NAN;
    printf("%f %e %g %a %F %E %G %10f %-10f| %05f\n", nan, nan, nan, nan, nan, nan, nan, nan, nan, nan);
    const char *null = nullptr;
    printf("%d %s\n", printf("plain\n"), "count");
    int n = printf("three %d %d %d\n", 1, 2, 3);
    printf("returned %d\n", n);
    printf("%p\n", (void *)nullptr);
    printf("%p\n", (void *)0x1234);
    if (null) printf("%s\n", null);
    bool b = true; unsigned char uc = 200; signed char sc = -5; char16_t w = 9;
    printf("%d %d %d %d %u\n", b, uc, sc, w, (unsigned)uc);
}
int main()
{
    device<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
