// Constant expressions in lambdas name what these capture.
#include <cstdio>
#include <tuple>
#include <array>
template <class I> int f(I i) { std::tuple<int, int> t{1, 2}; auto l = [&] { return std::get<i>(t); }; auto m = [=] { return std::get<i>(t); }; auto n = [i, &t] { return std::get<i>(t); }; return l() + m() + n(); }
struct M { std::array<int, 4> a; int n() { int b[a.size()]; return sizeof b; } };
int main() {
  printf("%d\n", f(std::integral_constant<int, 1>{}));
  std::array<int, 3> arr{};
  auto k = [&] { static_assert(arr.size() == 3, ""); int c[arr.size()]; return (int)sizeof c; };
  printf("%d\n", k());
  static std::array<int, 5> st; static_assert(st.size() == 5, "");
  M m; (void)m; printf("%d\n", M{}.n());
  const int &r = 3; 
  std::array<int, arr.size() + 1> more; printf("%d\n", (int)more.size());
}
