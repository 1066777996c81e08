// Functions of POSIX and BSD: times from text, the locale's order, the gamma function's sign.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
int main()
{
    struct tm t = {};
    const char *end = strptime("2024-02-29 13:45:07 rest", "%Y-%m-%d %H:%M:%S", &t);
    printf("%s|%d %d %d %d %d\n", end, t.tm_year, t.tm_mon, t.tm_mday, t.tm_wday, t.tm_yday);
    printf("%ld\n", (long)timegm(&t));
    struct tm u = {};
    end = strptime("Sun, 7 july 1999 11:05 PM", "%a, %d %b %Y %I:%M %p", &u);
    printf("[%s] %d %d %d %d\n", end, u.tm_mon, u.tm_mday, u.tm_hour, u.tm_wday);
    struct tm w = {};
    printf("%d\n", strptime("12/31/70", "%D", &w) != nullptr);
    printf("%d %d %d\n", w.tm_year, w.tm_yday, strptime("25:00", "%H:%M", &w) == nullptr);
    struct tm early = {};
    early.tm_year = 60; early.tm_mon = -3; early.tm_mday = 40; early.tm_hour = 30;
    printf("%ld", (long)timegm(&early));
    printf(" %d %d %d\n", early.tm_year, early.tm_mon, early.tm_mday);
    tzset();
    char x[16] = "";
    printf("%d %zu %s\n", strcoll("a", "b") < 0, strxfrm(x, "text", sizeof x), x);
    char y[16] = {};
    char *stop = (char *)memccpy(y, "one:two", ':', 7);
    printf("%s %d %d\n", y, (int)(stop - y), memccpy(y, "ab", 'z', 2) == nullptr);
    printf("%d %d\n", nexttoward(1.0, 2.0L) > 1.0, nexttowardf(1.0f, 0.0L) < 1.0f);
    int sign;
    double g = lgamma_r(-0.5, &sign);
    printf("%.6f %d", g, sign);
    lgamma_r(-1.5, &sign);
    printf(" %d", sign);
    lgamma_r(3.5, &sign);
    printf(" %d %g\n", sign, drem(7.0, 4.0));
}
