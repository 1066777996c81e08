// Objects whose values a constant expression would read, or whose addresses a constant would hold.
#include <array>
struct S { int v; constexpr int get() const { return v; } constexpr int four() const { return 4; } };
int f(S by_value, S &by_reference)
{
    static_assert(by_value.four() == 4, "");
    static_assert(by_value.get() == 4, "");
    static_assert(by_reference.four() == 4, "");
    std::array<int, 3> a{};
    static_assert(a.size() == 3, "");
    static_assert(a[0] == 0, "");
    constexpr const int *p = &by_value.v;
    int x = 3;
    constexpr int y = x;
    return *p + y;
}
int main() { S s{1}; return f(s, s); }
