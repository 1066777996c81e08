// Temporaries in the part of a condition that does not run are not destroyed, whatever the condition decides.
#include <cstdio>
#include <string>
struct T {
    int v;
    T(int v) : v(v) { printf("+%d ", v); }
    T(const T &t) : v(t.v) { printf("c%d ", v); }
    ~T() { printf("-%d ", v); }
    bool operator==(int w) const { return v == w; }
};
T made() { return T(7); }
T chosen(bool b, const T &k) { return b || made() == 5 ? k : T(2); }
std::string text(bool is_known, const std::string &known)
{
    return is_known || known + known == "xx" ? known : known + "!";
}
void all(bool b)
{
    T k(1);
    {
        T a = b || made() == 5 ? k : T(2);
    }
    puts("");
    {
        int a = b || made() == 5 ? 1 : 2;
        printf("%d ", a);
    }
    puts("");
    {
        const T &a = !b && made() == 7 && made() == 6 ? k : T(2);
        printf("%d ", a.v);
    }
    puts("");
    if (b || made() == 5 ? b : !b) puts("x");
    bool c = b || made() == 5;
    printf("%d\n", c);
    {
        T a = !(b || made() == 5) ? T(3) : T(4);
    }
    puts("");
    {
        T a = chosen(b, k);
    }
    puts("");
    for (int i = 0; i < 3; i++) printf("%d ", i == 1 || made() == i ? 1 : 0);
    puts("");
}
int main()
{
    all(true);
    puts("");
    all(false);
    puts("");
    printf("%s %s\n", text(true, std::string(40, 'y')).c_str(), text(false, "x").c_str());
}
