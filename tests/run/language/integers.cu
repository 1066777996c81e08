// Widths, signs, shifts, conversions and wrap-around of the integer types.
#include <cstdio>
#include <climits>
int main() {
    signed char c = 127; c++;
    unsigned char u = 0; u--;
    short s = (short)40000;
    unsigned x = 0u - 1;
    long long big = 1LL << 40;
    printf("%d %d %d %u %lld\n", c, u, s, x, big);
    printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 / -2, 7 % -2);
    printf("%d %u %d\n", -8 >> 1, 0x80000000u >> 31, 1 << 4);
    printf("%d %d\n", 3 < 2u, (unsigned)-1 < 1u);
    printf("%zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(void *));
    printf("%d %ld %lld %u\n", INT_MAX, LONG_MIN, LLONG_MAX, UINT_MAX);
    printf("%d %d %d\n", 'a' + 1, '\n', '\x41');
    printf("%d %o %x %X %#x\n", 0b1011, 0755, 255, 255, 255);
    printf("%d %d\n", ~5 & 0xff, 6 ^ 3 | 8);
    unsigned long long m = 0xffffffffffffffffull;
    printf("%llu %llx %lld\n", m / 3, m * m, (long long)m);
    int i = 5; i += i++ * 0 + 2; i <<= 2; i ^= 1; i %= 10;
    printf("%d %d\n", i, (int)(char)300);
    bool b = 7; b = !b;
    printf("%d %d %d\n", b, true + true, !!3);
}
