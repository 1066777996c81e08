// What `std::optional` does in constant expressions.
//@ args: -D__cplusplus=202002L
#include <cstdio>
#include <optional>
#include <utility>

constexpr std::optional<int> three = 3, none;
constexpr std::optional<int> copy = three;
static_assert(copy == 3 && !none && copy.value_or(1) == 3);

constexpr int changed()
{
    std::optional<int> x, y = 7;
    x = 4;
    int r = *x;
    x.reset();
    r = 10 * r + x.value_or(5);
    x.emplace(6);
    r = 10 * r + *x;
    x = y;
    r = 10 * r + x.value();
    y = std::nullopt;
    x.swap(y);
    r = 10 * r + (x ? 1 : 0);
    std::optional<long> wide = y;
    wide = std::move(y);
    return 10 * r + (int)*wide;
}
static_assert(changed() == 456707);

struct Pair {
    int a, b;
    constexpr Pair(int a, int b) : a(a), b(b) {}
};
constexpr int of_class()
{
    std::optional<Pair> p(std::in_place, 1, 2), q = p;
    p->b = 5;
    q.emplace(3, 4);
    swap(p, q);
    return p->a * 1000 + p->b * 100 + q->a * 10 + q->b;
}
static_assert(of_class() == 3415);

int main()
{
    std::printf("%d %d\n", changed(), of_class());
}
