// Literal operators of characters, and those of numbers that take the text or the characters.
#include <cstdio>

char operator""_up(char c) { return c - 32; }
int operator""_wide(wchar_t c) { return int(c) + 1; }
template <char... c> constexpr int operator""_bin()
{
    int r = 0;
    ((r = r * 2 + (c - '0')), ...);
    return r;
}
constexpr int operator""_len(const char *s)
{
    int n = 0;
    while (*s++) n++;
    return n;
}
template <char... c> constexpr int operator""_chars() { return sizeof...(c); }
constexpr unsigned long long operator""_value(unsigned long long n) { return n; }
constexpr int operator""_value(const char *) { return -1; }
constexpr double operator""_half(long double x) { return double(x) / 2; }
#define TEN 10_len

int main()
{
    printf("%c %d\n", 'a'_up, L'a'_wide);
    static_assert(101_bin == 5, "");
    printf("%d %d %d %d\n", 101_bin, 12345_len, 1.25e3_len, 0x1f_chars);
    printf("%llu %d %g %d\n", 42_value, 4.5_value, 3.0_half, TEN);
}
