// `<=>` of classes of the library, by itself and as parts of classes that default it.
#include <array>
#include <compare>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
struct Person { std::string name; int age; std::vector<int> marks; auto operator<=>(const Person &) const = default; };
struct Item { std::pair<int, double> p; std::array<int, 2> a; auto operator<=>(const Item &) const = default; };
struct Less { int v; bool operator<(const Less &o) const { return v < o.v; } bool operator==(const Less &) const = default; };
int main()
{
    Person a{"ann", 3, {1, 2}}, b{"ann", 3, {1, 3}}, c{"bob", 1, {}};
    printf("%d %d %d %d\n", a < b, b < c, a == a, c <= a);
    Item i{{1, 2.5}, {3, 4}}, j{{1, 2.5}, {3, 5}};
    printf("%d %d %d\n", i < j, i >= j, i != j);
    printf("%d %d\n", (std::string("a") <=> std::string("b")) < 0, (std::string_view("b") <=> std::string_view("a")) > 0);
    printf("%d\n", (std::vector<int>{1, 2} <=> std::vector<int>{1}) > 0);
    printf("%d\n", (std::pair(Less{1}, 2) <=> std::pair(Less{1}, 3)) < 0);
}
