// Structured bindings, and `decltype(e)` in front of `::`.
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <vector>
struct Point { int x, y; };
struct Base {
    double value;
    int count;
};
struct Derived : Base {};
Point make() {
    return {7, 8};
}
int main() {
    Point p{1, 2};
    auto [a, b] = p;
    a = 10;
    printf("%d %d %d\n", a, b, p.x);
    auto &[u, v] = p;
    u = 5;
    v++;
    printf("%d %d\n", p.x, p.y);
    const auto [c, d] = make();
    printf("%d\n", c * d);
    int grid[3] = {1, 2, 3};
    auto &[e, f, g] = grid;
    f = 20;
    printf("%d %d %d %d\n", e, f, g, grid[1]);
    std::tuple<int, std::string, double> t(1, "two", 3.5);
    auto [i, s, r] = t;
    printf("%d %s %g\n", i, s.c_str(), r);
    std::map<std::string, int> m = {{"one", 1}, {"two", 2}};
    for (const auto &[key, value] : m) printf("%s=%d ", key.c_str(), value);
    for (auto &[key, value] : m) value *= 10;
    printf("%d\n", m["two"]);
    auto [at, is_new] = m.insert({"three", 3});
    printf("%d %d\n", at->second, is_new);
    std::array<int, 2> pair = {4, 5};
    auto [q, w] = pair;
    printf("%d\n", q + w);
    Derived derived;
    derived.value = 2.5;
    derived.count = 3;
    auto [number, times] = derived;
    printf("%g\n", number * times);
    std::vector<std::pair<int, char>> list = {{1, 'a'}, {2, 'b'}};
    for (auto [n, letter] : list) printf("%d%c ", n, letter);
    auto sum = [&] { int total = 0; for (auto [n, letter] : list) total += n; return total + a; };
    printf("%d\n", sum());
    std::vector<float> numbers = {1, 2, 3};
    decltype(numbers)::value_type first = numbers[0];
    float all = 0;
    for (decltype(numbers)::size_type k = 0; k < numbers.size(); ++k) all += numbers[k];
    for (decltype(numbers)::iterator it = numbers.begin(); it != numbers.end(); ++it) all += *it;
    printf("%g %g\n", first, all);
    std::vector<Point> points;
    points.push_back({2, 3});
    points.insert(points.begin(), {4, 5});
    printf("%d %zu\n", points[0].y, points.size());
    return 0;
}
