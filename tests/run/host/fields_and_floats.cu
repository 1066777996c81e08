// Widths and flags of `strftime`; hexadecimal and unusual numbers for `sscanf` and `strtod`.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <initializer_list>

static void date(const char *format)
{
    const time_t t = 1700000000;
    char text[200];
    const size_t n = strftime(text, sizeof(text), format, gmtime(&t));
    printf("%zu[%s]\n", n, text);
}

static void scanned(const char *text)
{
    double d = -1;
    char rest = '?';
    const int n = sscanf(text, "%lf%c", &d, &rest);
    printf("%s: %d %g %c\n", text, n, d, rest);
}

static void read(const char *text)
{
    char *end;
    const double d = strtod(text, &end);
    unsigned long bits;
    memcpy(&bits, &d, sizeof(bits));
    printf("%lx [%s]\n", bits, end);
}

int main()
{
    date("%5Y|%_5Y|%-5Y|%05Y|%1Y");
    date("%5e|%05e|%-5e|%5k|%3j|%-j|%_6j");
    date("%12A|%012a|%^B|%#p|%#Z|%#a|%^12b");
    date("%12s|%012s|%12F|%012T|%#c|%^c");
    date("%5z|%-z|%5%|%5Q|%+Y|%EY %Od");

    for (const char *text : {"0x1.8p3", "0x.8p1z", "0xp3", "0x1.fp-3", "0x", "0x1pz", "-0x1.8p1", "infi", "infinity", "-inf", "na", "nan", "1e", "1ex", "1.", "-.", "1.5.5"})
        scanned(text);
    double d = 0;
    char rest = 0;
    const int n = sscanf("0x1.8", "%4lf%c", &d, &rest);
    printf("%d %g %c\n", n, d, rest);

    for (const char *text : {"nan(abc)x", "nan(0x123)z", "-nan(a_9)z", "nan(a b)z", "nan()z", "nan(", "0x1.8p3(", "-inf)"}) read(text);
}
