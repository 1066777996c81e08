// What C++20 adds to containers, spans and comparisons, and algorithms in constant expressions.
//@ args: -D__cplusplus=202002L
#include <algorithm>
#include <any>
#include <array>
#include <cstdio>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <unordered_set>
#include <vector>
struct None {};
enum class Colour { red, blue };
struct Key { int v; bool operator==(const Key &k) const { return v == k.v; } };
template <> struct std::hash<Key> { size_t operator()(const Key &k) const { return k.v; } };
constexpr std::array<int, 20> sorted()
{
    std::array<int, 20> a{};
    for (int i = 0; i < 20; i++) a[i] = (i * 7) % 20;
    std::sort(a.begin(), a.end());
    return a;
}
constexpr int played()
{
    int a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {};
    std::copy(a, a + 6, b);
    std::reverse(b, b + 6);
    std::swap(b[0], b[1]);
    std::fill(a, a + 2, 9);
    int old = std::exchange(a[5], 40);
    auto at = std::find(a, a + 6, 4);
    auto p = std::next(a, 3);
    std::advance(p, -1);
    return std::accumulate(a, a + 6, 0) + b[0] * 1000 + old * 10000 + (int)(at - a) * 100000 + (int)std::count(a, a + 6, 9) * 1000000 +
           std::all_of(b, b + 6, [](int x) { return x > 0; }) * 10000000 + *p + (int)std::distance(a, p) + *std::prev(p);
}
int main()
{
    constexpr auto a = sorted();
    static_assert(a[0] == 0 && a[19] == 19);
    constexpr int n = played();
    printf("%d %d\n", a[7], n);
    std::string s = "banana";
    size_t erased = std::erase(s, 'a');
    printf("%zu %s\n", erased, s.c_str());
    erased = std::erase_if(s, [](char c) { return c == 'b'; });
    printf("%zu %s\n", erased, s.c_str());
    s.reserve();
    std::deque<int> d{1, 2, 1}; std::list<int> l{1, 2, 1}; std::forward_list<int> f{1, 2, 1}; std::vector<int> v{1, 2, 1};
    printf("%zu %zu %zu %zu\n", std::erase(d, 1), std::erase(l, 1), std::erase(f, 2), std::erase(v, 3));
    std::array<int, 3> made = {3, 4, 5};
    printf("%zu %d\n", made.size(), made[2]);
    std::span<int> sp(made);
    printf("%d %d %zu %zu\n", sp.first<2>()[1], sp.last<1>()[0], sp.subspan<1>().size(), sp.subspan<1, 1>().size());
    printf("%zu %d\n", std::as_bytes(sp).size(), (int)std::as_bytes(sp)[4]);
    std::as_writable_bytes(sp)[0] = std::byte{7};
    printf("%d\n", made[0]);
    auto shared = std::make_shared<int[]>(3), filled = std::make_shared<int[]>(3, 8);
    printf("%d %d\n", shared[2], filled[2]);
    auto order = std::lexicographical_compare_three_way(v.begin(), v.end(), made.begin(), made.end());
    printf("%d %d\n", order < 0, (std::make_tuple(1, 2.5) <=> std::make_tuple(1, 2.0)) > 0);
    std::optional<int> o1 = 1, o2;
    printf("%d %d\n", (o1 <=> o2) > 0, (o2 <=> o2) == 0);
    std::optional<std::vector<int>> ov; ov.emplace({4, 5, 6});
    auto any = std::make_any<std::vector<int>>({1, 2});
    printf("%zu %zu\n", ov->size(), std::any_cast<std::vector<int> &>(any).size());
    any.emplace<std::vector<int>>({1, 2, 3});
    printf("%zu %zu\n", std::any_cast<std::vector<int> &>(any).size(), std::make_optional<std::vector<int>>({1})->size());
    std::optional<std::optional<int>> oo{std::optional<int>{}};
    printf("%d %d\n", oo.has_value(), std::is_default_constructible_v<std::hash<None>>);
    printf("%d%d%d%d\n", std::is_default_constructible_v<std::hash<int>>, std::is_default_constructible_v<std::hash<Colour>>, std::is_default_constructible_v<std::hash<Key>>, std::is_default_constructible_v<std::hash<int *>>);
    std::unordered_map<Key, int> m; m[{3}] = 4; std::unordered_set<Colour> cs{Colour::blue};
    printf("%d %zu\n", m[{3}], cs.count(Colour::blue));
    std::optional<std::string> os = std::optional<const char *>("text");
    printf("%s\n", os->c_str());
    std::optional<double> od = std::optional<int>(4);
    printf("%g\n", *od);
    std::initializer_list<int> il = {1, 2, 3};
    printf("%zu %d\n", std::size(il), *std::begin(il));
}
