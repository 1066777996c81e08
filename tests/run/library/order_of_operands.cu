#include <cstdio>
#include <iostream>
int n = 0;
int next() { return ++n; }
int f(int a, int b, int c) { return a * 100 + b * 10 + c; }
struct S {
    S &operator<<(int x) {
        printf("%d ", x);
        return *this;
    }
};
struct R {};
R &operator<<(R &r, int x) {
    printf("%d ", x);
    return r;
}
int main() {
    S s;
    R r;
    printf("%d\n", f(next(), next(), next()));
    printf("%d %d %d\n", next(), next(), next());
    s << next() << next() << next();
    r << next() << next();
    std::cout << next() << " " << next() << std::endl;
    int a[3] = {next(), next(), next()};
    printf("%d %d %d\n", a[0], a[1], a[2]);
    int i = 0;
    a[i] = i++;
    printf("%d %d\n", a[0], a[1]);
}
