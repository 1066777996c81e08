#include <cstdio>
#include <string>
int n = 0;
int next(const char *s) {
    printf("%s ", s);
    return ++n;
}
struct V {
    int d[10];
    int &operator[](int i) {
        printf("[] ");
        return d[i];
    }
    V &operator+=(int x) {
        printf("+= ");
        return *this;
    }
    int f(int a, int b) { return a + b; }
    V &get() {
        printf("get ");
        return *this;
    }
    V &operator=(int x) {
        printf("= ");
        return *this;
    }
    int operator()(int a, int b) { return a + b; }
};
V v;
V &g() {
    printf("g ");
    return v;
}
int main() {
    int a[5] = {};
    a[next("idx")] = next("val");
    a[next("idx")-1] += next("val");
    g()[next("i")] = next("v");
    g() += next("r");
    g() = next("r");
    g().get().f(next("a"), next("b"));
    g()(next("a"), next("b"));
    V *p = &v;
    p->f(next("a"), next("b"));
    printf("\n%d\n", next("x") + next("y") * next("z"));
    std::string s = std::string("a") + std::to_string(next("1")) + std::to_string(next("2"));
    puts(s.c_str());
    int x = (next("c1"), next("c2")) ? next("t") : next("f");
    bool b = next("l") && next("r") || next("q");
    printf("%d %d\n", x, b);
}
