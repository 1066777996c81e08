// Classes that are copied as bytes, by value through `...`.
#include <cstdarg>
#include <cstdio>
struct Pair { int x; double y; };
struct Small { short a, b; };
struct Byte { char c; };
struct Odd { char text[3]; };
struct Large { long n[20]; };
struct Empty {};
static double sum(int n, ...)
{
    va_list list;
    va_start(list, n);
    double s = 0;
    while (n--) {
        Pair p = va_arg(list, Pair);
        s += p.x + p.y;
    }
    va_end(list);
    return s;
}
static void mixed(const char *kinds, va_list list)
{
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i': printf("%d ", va_arg(list, int)); break;
        case 'd': printf("%g ", va_arg(list, double)); break;
        case 's': { Small s = va_arg(list, Small); printf("%d/%d ", s.a, s.b); break; }
        case 'b': printf("%c ", va_arg(list, Byte).c); break;
        case 'o': { Odd o = va_arg(list, Odd); printf("%c%c%c ", o.text[0], o.text[1], o.text[2]); break; }
        case 'l': { const Large &l = va_arg(list, Large); printf("%ld ", l.n[0] + l.n[19]); break; }
        case 'p': printf("%g ", va_arg(list, Pair).y); break;
        }
    }
    puts("");
}
static void show(const char *kinds, ...)
{
    va_list list, again;
    va_start(list, kinds);
    va_copy(again, list);
    mixed(kinds, list);
    mixed(kinds, again);
    va_end(again);
    va_end(list);
}
struct Member {
    int base = 100;
    int add(int n, ...)
    {
        va_list list;
        va_start(list, n);
        int s = base + va_arg(list, Pair).x;
        va_end(list);
        return s;
    }
};

int main()
{
    printf("%g\n", sum(2, Pair{1, 2}, Pair{3, 4}));
    Pair p{5, 0.5};
    Small small{6, -7};
    Large large{};
    large.n[0] = 1;
    large.n[19] = 41;
    show("ipsdbolsi", 1, p, small, 2.5, Byte{'x'}, Odd{{'a', 'b', 'c'}}, large, Small{8, 9}, -3);
    p.y = 7;
    printf("%g %d\n", sum(1, p), Member().add(1, p));
}
