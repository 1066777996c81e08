// g++ prints the same.
#include <cstdio>
#include <ctime>
#include <valarray>

static void show(const char *name, const std::valarray<int> &v)
{
    printf("%s", name);
    for (int x : v) printf(" %d", x);
    printf("\n");
}

int main()
{
    std::valarray<int> v{1, 2, 3, 4, 5, 6};
    v[v > 4] = 0;
    show("zero", v);
    std::valarray<int> picked = v[v > 1];
    show("picked", picked);
    v[v == 0] = std::valarray<int>{7, 8};
    show("set", v);
    v[v > 3] += std::valarray<int>{10, 20, 30};
    show("added", v);
    std::valarray<bool> odd{true, false, true, false, true, false};
    const std::valarray<int> c = v;
    show("odd", c[odd]);
    odd = false;
    v[odd] = 99;
    show("none", v);

    time_t moments[] = {1709251200, 1704067199, 1735603199, 1609459199, 1483228800};
    for (time_t t : moments) {
        char b[200];
        strftime(b, sizeof b, "%F %U %W %V %G %g %u %k|%l|%P %r %Ey %Od %-d %_H %^a %0e %C %D %e %s %T %j", gmtime(&t));
        printf("%s\n", b);
    }
    return 0;
}
