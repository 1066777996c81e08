#include <type_traits>
#include <utility>
#include <cstdio>
enum class E : unsigned char { a };
struct S { int v; };
struct NC { NC(const NC&) = delete; NC(int); };
template <class F, class... A> decltype(auto) inv2(F&& f, A&&... a) { return std::forward<F>(f)(std::forward<A>(a)...); }
int gg; int& rf(int) { return gg; }
int main() {
 std::underlying_type_t<E> x = (std::underlying_type_t<E>)300; printf("%d\n", x);
 inv2(rf, 1) = 7; printf("%d\n", gg); decltype(auto) z = rf(2); z = 8; printf("%d\n", gg);
 auto l = [](int x) { return x + 1.5; };
    printf("%d %d %d\n", (int)std::is_same_v<std::invoke_result_t<decltype(l), int>, double>, std::is_invocable_v<decltype(l), S>, std::is_invocable_v<decltype(l), char>);
    printf("%d%d%d%d\n", std::is_copy_constructible_v<NC>, std::is_constructible_v<NC, int>, std::is_default_constructible_v<NC>, std::is_move_constructible<NC>::value);
 printf("%d%d%d\n", std::is_copy_assignable_v<S>, std::is_assignable_v<int&, double>, std::is_nothrow_move_constructible_v<S>);
 printf("%zu %zu %zu\n", std::extent_v<int[3][4], 1>, std::rank_v<int[2][3]>, sizeof(std::common_type_t<int, double>));
 printf("%d%d%d\n", std::is_trivially_destructible_v<S>, std::is_invocable_r_v<int, decltype(l), int>, std::is_constructible_v<int*, float>);
}
