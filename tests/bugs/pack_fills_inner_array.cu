// A braced list that expands a pack fills the array within an aggregate.
#include <array>
#include <utility>
#include <cstdio>
template <size_t... I> constexpr auto squares(std::index_sequence<I...>) { return std::array<size_t, sizeof...(I)>{(I * I)...}; }
template <size_t... I> constexpr auto cubes(std::index_sequence<I...>) { return std::array<size_t, sizeof...(I)>{I * I * I...}; }
template <size_t... I> constexpr auto sqr2(std::index_sequence<I...>) { std::array<size_t, sizeof...(I)> a = {{(I * I)...}}; return a; }
int main() { auto a = squares(std::make_index_sequence<4>()); auto b = cubes(std::make_index_sequence<4>()); auto c = sqr2(std::make_index_sequence<4>()); for (int i = 0; i < 4; i++) printf("%zu %zu %zu\n", a[i], b[i], c[i]); 
 constexpr auto d = squares(std::make_index_sequence<4>()); printf("%zu\n", d[3]); static_assert(d.size() == 4); constexpr size_t x = d[3]; printf("%zu\n", x); }
