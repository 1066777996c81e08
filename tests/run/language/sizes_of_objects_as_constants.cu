// A constant expression may name objects whose values it does not read: their sizes, what their types say.
#include <cstdio>
#include <array>
#include <tuple>
#include <utility>
#include <type_traits>
template <class F, std::size_t... I> void fe(F f, std::index_sequence<I...>) { (f(std::integral_constant<std::size_t, I>{}), ...); }
template <class T, class F> void for_each(T &t, F f) { fe([&](auto i) { f(std::get<i>(t)); }, std::make_index_sequence<std::tuple_size<T>::value>{}); }
struct S { int v; constexpr int n() const { return 4; } static constexpr int sn() { return 5; } constexpr operator int() const { return 6; } };
template <int N> struct Q { static const int value = N; };
template <class I> int g(I i) { std::tuple<int, float, char> t{1, 2.5f, 'c'}; return (int)std::get<i>(t) + Q<i()>::value + Q<i.value>::value; }
template <class I> void h(I i) { if constexpr (i == 2) printf("two\n"); else printf("other\n"); int a[i + 1]; printf("%d\n", (int)(sizeof a / sizeof *a)); }
int main() {
  std::array<int, 3> arr{1, 2, 3};
  static_assert(arr.size() == 3, "");
  int c[arr.size()];
  printf("%d\n", (int)(sizeof c / sizeof *c));
  constexpr auto n = arr.size();
  std::array<float, arr.size()> other{};
  printf("%d %d\n", (int)n, (int)other.size());
  S s{1};
  static_assert(s.n() == 4 && s.sn() == 5 && s == 6, "");
  int x = 4;
  switch (x) { case s.n(): printf("four\n"); break; case s.sn(): break; }
  printf("%d\n", g(std::integral_constant<int, 1>{}));
  h(std::integral_constant<int, 2>{});
  h(std::integral_constant<int, 3>{});
  std::tuple<int, double, char> t{1, 2.5, 'x'};
  for_each(t, [](auto &v) { printf("%d\n", (int)v); });
  auto lam = [](int q) { return q + 1; };
  constexpr int l = lam(4);
  static_assert(lam(1) == 2, "");
  int m[lam(2)];
  printf("%d %d\n", l, (int)(sizeof m / sizeof *m));
  int raw[5];
  static_assert(std::size(raw) == 5, "");
  constexpr int rs = std::size(raw);
  printf("%d\n", rs);
  std::integral_constant<int, 9> ic;
  static_assert(ic == 9, "");
  std::true_type tt;
  if constexpr (tt) printf("true\n");
  if constexpr (!tt) printf("false\n");
  enum { E = arr.size() };
  printf("%d\n", E);
}
