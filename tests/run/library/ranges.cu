//@ args: -std=c++20
// Ranges: algorithms with projections, views and their adaptors.
#include <algorithm>
#include <array>
#include <forward_list>
#include <iostream>
#include <list>
#include <map>
#include <ranges>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace rv = std::views;

struct Item {
    std::string name;
    int size;
    int twice() const { return 2 * size; }
};

template <std::ranges::input_range R> void show(const char *what, R &&r)
{
    std::cout << what << ':';
    for (auto &&v : r) std::cout << ' ' << v;
    std::cout << '\n';
}

int main()
{
    std::vector<int> v{5, 2, 8, 1, 9, 3};
    std::ranges::sort(v);
    show("sorted", v);
    std::ranges::sort(v, std::ranges::greater());
    show("greater", v);
    show("even", v | rv::filter([](int n) { return n % 2 == 0; }));
    show("squares", v | rv::transform([](int n) { return n * n; }) | rv::take(3));
    show("reversed", v | rv::drop(2) | rv::reverse);
    show("reversed even", rv::iota(1, 10) | rv::filter([](int n) { return n % 2 == 0; }) | rv::reverse);
    show("endless", rv::iota(7) | rv::transform([](int n) { return n * 3; }) | rv::take(4));
    show("while", v | rv::take_while([](int n) { return n > 3; }));
    show("dropped", v | rv::drop_while([](int n) { return n > 3; }));
    auto odd_squares = rv::filter([](int n) { return n & 1; }) | rv::transform([](int n) { return n * n; });
    show("composed", std::vector{1, 2, 3, 4, 5} | odd_squares);
    std::map<std::string, int> ages{{"ann", 31}, {"bob", 27}};
    show("keys", ages | rv::keys);
    show("values", ages | rv::values);
    std::vector<std::vector<int>> nested{{1, 2}, {}, {3}, {4, 5}};
    show("joined", nested | rv::join);
    for (auto part : std::string_view("a,bc,,d,") | rv::split(',')) std::cout << '[' << std::string(part.begin(), part.end()) << ']';
    for (auto part : std::string_view("one--two") | rv::split(std::string_view("--"))) std::cout << '<' << std::string(part.begin(), part.end()) << '>';
    std::cout << '\n';
    std::list<int> l{4, 5, 6};
    show("list", l | rv::drop(1) | rv::transform([](int n) { return n + 0.5; }));
    std::forward_list<int> f{1, 2, 3};
    show("forward", f | rv::take(2));
    show("counted", rv::counted(l.begin(), 2));
    show("single", rv::single(7));
    std::vector<Item> items{{"pear", 3}, {"fig", 1}, {"apple", 2}};
    std::ranges::sort(items, {}, &Item::name);
    show("names", items | rv::transform(&Item::name));
    std::ranges::stable_sort(items, std::ranges::less{}, &Item::twice);
    show("sizes", items | rv::transform(&Item::size));
    std::cout << std::ranges::max_element(items, {}, &Item::size)->name << ' ' << std::ranges::find(items, "fig", &Item::name)->size << ' '
              << std::ranges::count_if(items, [](int n) { return n > 1; }, &Item::size) << ' ' << std::ranges::any_of(v, [](int n) { return n == 9; }) << ' '
              << std::ranges::max(v) << ' ' << std::ranges::min({4, 2, 6}) << ' ' << std::ranges::max(3, 8) << '\n';
    auto [low, high] = std::ranges::minmax(v);
    std::cout << low << ' ' << high << ' ' << std::ranges::is_sorted(v, std::ranges::greater{}) << ' ' << std::ranges::binary_search(l, 5) << ' '
              << *std::ranges::lower_bound(l, 5) << ' ' << std::ranges::distance(l | rv::drop(1)) << ' ' << std::ranges::equal(l, std::array{4, 5, 6}) << '\n';
    std::vector<int> out;
    std::ranges::copy(v | rv::take(2), std::back_inserter(out));
    std::ranges::copy_if(v, std::back_inserter(out), [](int n) { return n < 3; });
    std::ranges::transform(l, std::back_inserter(out), [](int n) { return -n; });
    std::ranges::transform(v, l, std::back_inserter(out), [](int a, int b) { return a * b; });
    show("out", out);
    auto rest = std::ranges::remove_if(out, [](int n) { return n < 0; });
    out.erase(rest.begin(), rest.end());
    auto [same, end] = std::ranges::unique(out);
    out.erase(same, end);
    std::ranges::reverse(out);
    std::ranges::replace(out, 9, 99);
    show("left", out);
    std::ranges::fill(out, 1);
    std::ranges::for_each(out, [n = 0](int &x) mutable { x = n++; });
    show("filled", out);
    auto half = v | rv::filter([](int n) { return n > 2; });
    std::cout << half.front() << ' ' << half.empty() << ' ' << (v | rv::take(4)).size() << ' ' << (v | rv::transform([](int n) { return n; }))[2] << ' '
              << std::ranges::size(v) << ' ' << std::ranges::ssize(v) << ' ' << rv::iota(2, 9).size() << '\n';
    static_assert(std::ranges::random_access_range<std::vector<int>> && !std::ranges::random_access_range<std::list<int>>);
    static_assert(std::ranges::view<decltype(half)> && !std::ranges::view<std::vector<int>>);
    static_assert(std::ranges::sized_range<std::vector<int>> && std::ranges::contiguous_range<std::string>);
    static_assert(std::same_as<std::ranges::range_value_t<decltype(nested)>, std::vector<int>>);
    static_assert(std::same_as<decltype(std::ranges::max_element(std::vector<int>{})), std::ranges::dangling>);
    int a[] = {3, 1, 2};
    std::ranges::sort(a);
    for (int &x : a | rv::reverse) std::cout << x << ' ';
    std::cout << *std::ranges::begin(a) << *(std::ranges::end(a) - 1) << '\n';
    std::ranges::sort(v.begin(), v.end());
    auto common = v | rv::take_while([](int n) { return n < 6; }) | rv::common;
    std::vector<int> made(common.begin(), common.end());
    show("made", made);
    auto piece = std::ranges::subrange(v.begin() + 1, v.end() - 1);
    show("piece", piece);
    std::ranges::rotate(v, v.begin() + 2);
    std::ranges::partial_sort(v, v.begin() + 2);
    std::ranges::nth_element(v, v.begin() + 3, std::ranges::greater{});
    std::cout << v[3] << '\n';
    const auto squares = rv::iota(1, 5) | rv::transform([](int n) { return n * n; });
    int sum = 0;
    for (int n : squares) sum += n;
    std::cout << sum << ' ' << *std::ranges::next(squares.begin(), 2) << ' ' << squares.size() << '\n';
}
