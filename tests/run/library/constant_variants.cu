// What `std::variant` does in constant expressions.
//@ args: -D__cplusplus=202002L
#include <cstdio>
#include <utility>
#include <variant>

constexpr std::variant<int, float> half = 2.5f, zero;
static_assert(std::get<float>(half) == 2.5f && half.index() == 1 && zero.index() == 0 && std::get<0>(zero) == 0);
static_assert(std::holds_alternative<float>(half) && !half.valueless_by_exception() && std::get_if<int>(&half) == nullptr);
constexpr std::variant<int, float> copy = half;
static_assert(copy == half && copy != zero && zero < copy);

struct Pair {
    int a, b;
    constexpr Pair(int a, int b) : a(a), b(b) {}
};

constexpr int number(const std::variant<int, long, Pair> &v)
{
    return std::visit(
        [](const auto &x) {
            if constexpr (sizeof(x) == sizeof(Pair) && !std::is_arithmetic_v<std::remove_cvref_t<decltype(x)>>) return x.a * 10 + x.b;
            else return (int)x;
        },
        v);
}

constexpr int changed()
{
    std::variant<int, long, Pair> v = 5, w = v;
    int r = number(v);
    v = 7L;
    r = 100 * r + number(v);
    v.emplace<Pair>(3, 4);
    r = 100 * r + number(v);
    w.swap(v);
    r = 10 * r + number(v);
    w = std::move(v);
    return 10 * r + (int)w.index();
}
static_assert(changed() == 5073450);

int main()
{
    std::printf("%d %g\n", changed(), std::get<1>(copy));
}
