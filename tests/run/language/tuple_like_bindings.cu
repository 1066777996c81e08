// Structured bindings of classes that say with `std::tuple_size` and `get` what their parts are.
#include <cstdio>
#include <string>
#include <tuple>
#include <utility>

namespace my {
struct Pair {
    int v[2];
    Pair(int a, int b) : v{a, b} {}

  private:
    int hidden = 0;
};
template <std::size_t I> int &get(Pair &p) { return p.v[I]; }
template <std::size_t I> int get(Pair &&p) { return p.v[I] * 10; }
template <std::size_t I> const int &get(const Pair &p) { return p.v[I]; }

class Person {
    std::string name;
    int age;

  public:
    Person(const char *n, int a) : name(n), age(a) {}
    template <std::size_t I> auto get() const
    {
        if constexpr (I == 0)
            return name;
        else
            return age;
    }
};
}

template <> struct std::tuple_size<my::Pair> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I> struct std::tuple_element<I, my::Pair> { using type = int; };
template <> struct std::tuple_size<my::Person> { static constexpr std::size_t value = 2; };
template <> struct std::tuple_element<0, my::Person> { using type = std::string; };
template <> struct std::tuple_element<1, my::Person> { using type = int; };

int main()
{
    my::Pair r(1, 2);
    auto &[x, y] = r;
    y = 7;
    printf("%d %d\n", x, r.v[1]);
    auto [p, q] = my::Pair(3, 4);
    printf("%d %d\n", p, q);
    const auto &[m, n] = r;
    printf("%d %d\n", m, n);
    auto [name, age] = my::Person("Ada", 36);
    printf("%s %d\n", name.c_str(), age);
    my::Person people[] = {{"Bob", 1}, {"Eve", 2}};
    for (const auto &[who, old] : people) printf("%s %d\n", who.c_str(), old);
}
