// What stands behind parameters: `&` before `override`, and return types with brackets.
#include <cstdio>
struct A {
    virtual int g() const & { return 1; }
    virtual int h() & { return 2; }
    virtual ~A() {}
};
struct B : A {
    int g() const & override { return 3; }
    int h() & final { return 4; }
};
int values[2] = {5, 6};
auto pick(int x) -> int (*)(int) {
    if (x) return [](int y) { return y + 1; };
    return [](int y) { return y - 1; };
}
auto all() -> int (&)[2] { return values; }
auto pointer() -> int (*)[2] { return &values; }
template <class T> auto same(T (&array)[2]) -> T (&)[2] { return array; }
int main() {
    B b;
    A &a = b;
    printf("%d %d\n", a.g(), a.h());
    printf("%d %d\n", pick(1)(5), pick(0)(5));
    all()[1] = 7;
    printf("%d %d %d\n", values[1], (*pointer())[0], same(values)[1]);
    auto l = []() -> int (&)[2] { return values; };
    l()[0] = 8;
    printf("%d\n", values[0]);
}
