// `to_chars` and `from_chars` of floating-point numbers: forms, precisions, and what cannot be written or read.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <limits>

using std::chars_format;

template <class T> void write(T value)
{
    char text[800];
    *std::to_chars(text, text + 800, value).ptr = 0;
    printf("%s", text);
    for (auto form : {chars_format::fixed, chars_format::scientific, chars_format::general, chars_format::hex}) {
        *std::to_chars(text, text + 800, value, form).ptr = 0;
        printf(" %s", text);
        for (int precision : {0, 3, -1}) {
            *std::to_chars(text, text + 800, value, form, precision).ptr = 0;
            printf(",%s", text);
        }
    }
    puts("");
}

template <class T> void read(const char *text, chars_format form)
{
    T value = 7;
    const auto end = std::from_chars(text, text + strlen(text), value, form);
    printf(" %g/%d/%d", (double)value, (int)(end.ptr - text), (int)end.ec);
}

int main()
{
    for (double value : {0.0, -0.0, 1.0, 0.1, 123456789.0, 3.14, 1e23, 1e-7, 0.0001, 99999.5, 999999.5, 5e-324, 1.7976931348623157e308, 2.0 / 3, -1e10}) write(value);
    for (float value : {0.1f, 16777216.0f, 1.5e-37f, 3.4028235e38f}) write(value);
    for (double value : {(double)INFINITY, -(double)INFINITY, (double)NAN}) write(value);

    char few[5];
    const auto full = std::to_chars(few, few + 5, 0.12345);
    const auto fits = std::to_chars(few, few + 5, 0.125);
    printf("%d %d %d %d\n", (int)(full.ptr - few), (int)full.ec, (int)(fits.ptr - few), (int)fits.ec);

    for (const char *text : {"1e999", "1e-999", "0e999", "0x1p3", "1.8p3", "1.5e3", "15", "-2.5", "+1", " 1", "", "-", ".", ".5", "5.", "1e", "1e+", "inf", "-INFINITY", "infi", "nan(a_1)", "NAN(", "1.fp-2", "ff", "-0", "4e-320", "1e39"}) {
        printf("%s:", text);
        for (auto form : {chars_format::general, chars_format::fixed, chars_format::scientific, chars_format::hex}) read<double>(text, form);
        read<float>(text, chars_format::general);
        puts("");
    }
}
