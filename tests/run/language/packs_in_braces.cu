// Packs that are expanded in braced lists whose elements stand in braces themselves, and in lists that a class is deduced from.
#include <array>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

struct Pair {
    int a;
    double b;
};

template <class... Ts>
struct Pack {
    int sum;
    Pack(Ts... t) : sum((0 + ... + int(t))) {}
};
template <class... Ts>
Pack(Ts...) -> Pack<Ts...>;

template <class... Ts>
int deduced(Ts... t)
{
    Pack braces{t...};
    Pack parens(t...);
    return braces.sum * 100 + parens.sum;
}

template <class... Ts>
std::vector<Pair> pairs(Ts... t)
{
    return {{int(t), t * 0.5}...};
}

template <class... Ts>
std::vector<Pair> more(Ts... t)
{
    std::vector<Pair> r{Pair{int(t), 1.0}..., {7, 8}};
    return r;
}

template <class... Ts>
void print_array(Ts... t)
{
    Pair a[] = {{int(t), t + 1.0}..., {9, 9}};
    for (auto &p : a) printf("%d %g ", p.a, p.b);
    printf("\n");
}

template <std::size_t... I>
std::map<int, std::string> named(std::index_sequence<I...>)
{
    return {{int(I), std::string(I, 'x')}...};
}

template <std::size_t... I>
constexpr std::array<Pair, sizeof...(I)> table(std::index_sequence<I...>)
{
    return {{{int(I), I * 2.0}...}};
}

template <std::size_t... I>
std::array<std::array<int, 2>, sizeof...(I)> nested(std::index_sequence<I...>)
{
    return {{{{int(I), int(I) + 1}}...}};
}

using Function = int (*)(int);
template <unsigned N>
int add(int x)
{
    return x + N;
}
template <std::size_t... N>
constexpr std::array<std::pair<unsigned, Function>, sizeof...(N)> functions(std::index_sequence<N...>)
{
    return {{{unsigned(N), &add<unsigned(N)>}...}};
}
constexpr auto known = functions(std::index_sequence<1, 2, 5>{});

int main()
{
    printf("%d\n", deduced(1, 2.5, 3));
    for (auto &p : pairs(1, 2.5)) printf("%d %g ", p.a, p.b);
    for (auto &p : more(1, 2)) printf("%d %g ", p.a, p.b);
    printf("\n");
    print_array(1, 2, 3);
    for (auto &[k, s] : named(std::make_index_sequence<3>{})) printf("%d '%s' ", k, s.c_str());
    for (auto &p : table(std::make_index_sequence<3>{})) printf("%d %g ", p.a, p.b);
    for (auto &x : nested(std::make_index_sequence<2>{})) printf("[%d %d] ", x[0], x[1]);
    printf("\n");
    for (auto &f : known) printf("%u %d\n", f.first, f.second(10));
}
