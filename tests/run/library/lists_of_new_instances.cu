// Lists whose elements are instances of class templates that nothing made complete before.
#include <cstdio>
#include <initializer_list>
#include <tuple>
#include <utility>
template <class T> struct Two {
    T a, b;
    Two(T x, T y) : a(x), b(y) {}
};
template <class T> struct Plain {
    T a, b;
};
template <class L> void count(L l) { printf("%d ", (int)l.size()); }
int main()
{
    for (auto [a, b] : std::initializer_list<std::pair<int, int>>{{1, 2}, {3, 4}, {5, 6}}) printf("%d%d ", a, b);
    for (auto [a, b, w] : std::initializer_list<std::tuple<int, char, double>>{{1, 'x', 7}, {2, 'y', 9}}) printf("%d%c%g ", a, b, w);
    for (auto &t : std::initializer_list<Two<long>>{{1, 2}, {3, 4}}) printf("%ld%ld ", t.a, t.b);
    for (auto t : std::initializer_list<Plain<short>>{{5, 6}, {7, 8}}) printf("%d%d ", t.a, t.b);
    count(std::initializer_list<Two<char>>{{1, 2}, {3, 4}});
    auto last = std::initializer_list<Two<float>>{{1, 2}, {3, 4}, {5, 6}}.end()[-1];
    printf("%g%g\n", last.a, last.b);
}
