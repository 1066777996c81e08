// Three-way and defaulted comparisons, and comparisons that are rewritten (C++20 [class.compare], [over.match.oper]).
// nvcc wants `--expt-relaxed-constexpr` for the kernel: an order is compared with 0 by a function of the host library.
#include <cstdio>
#include <compare>
#include <concepts>
#include <string>
struct P { int x, y; auto operator<=>(const P &) const = default; };
struct Q { int a[2][2]; double d; bool operator==(const Q &) const = default; std::partial_ordering operator<=>(const Q &) const = default; };
struct B { int v; friend auto operator<=>(const B &, const B &) = default; friend bool operator==(const B &, const B &) = default; };
struct D : B { char c; bool operator==(const D &) const = default; auto operator<=>(const D &) const = default; };
struct V { int n; std::weak_ordering operator<=>(int o) const { return n < o ? std::weak_ordering::less : n > o ? std::weak_ordering::greater : std::weak_ordering::equivalent; } bool operator==(int o) const { return n == o; } };
struct NoEq { int x; };
struct Lazy { NoEq n; bool operator==(const Lazy &) const = default; };
template <typename T> struct Pair { T a, b; auto operator<=>(const Pair &) const = default; };
enum class E { a, b };
static_assert((1 <=> 2) < 0);
static_assert(P{1, 2} < P{1, 3} && P{1, 2} == P{1, 2} && P{2, 0} > P{1, 9});
static_assert(std::same_as<decltype(1.0 <=> 2.0), std::partial_ordering>);
static_assert(std::integral<int> && !std::integral<float> && std::floating_point<float> && std::totally_ordered<int> && !std::equality_comparable<NoEq>);
static_assert(std::same_as<decltype(Pair<double>{} <=> Pair<double>{}), std::partial_ordering>);
static_assert(std::regular<int> && std::copyable<std::string> && std::invocable<int (*)(int), int> && std::derived_from<D, B> && std::convertible_to<int, double>);
__global__ void k(int *o) { P a{1, (int)threadIdx.x}, b{1, 3}; auto c = a <=> b; o[threadIdx.x] = c < 0 ? -1 : //~ WARNING[K0624] calls the host function `std::operator<`
    c > 0; if (a == b) o[threadIdx.x] = 7; } //~ WARNING[K0624] calls the host function `std::operator>`
int main() {
    P p{1, 2}, q{1, 3};
    printf("%d %d %d %d %d %d\n", p < q, p > q, p <= q, p >= q, p == q, p != q);
    Q a{{{1, 2}, {3, 4}}, 1.5}, b = a; b.a[1][0] = 9;
    printf("%d %d %d\n", a == b, a < b, a == a);
    D d{{1}, 'a'}, e{{1}, 'b'};
    printf("%d %d %d\n", d < e, d == e, d != e);
    V v{3};
    printf("%d %d %d %d %d %d\n", v < 4, 2 < v, v == 3, 3 == v, 4 != v, 5 > v);
    printf("%d %d\n", (E::a <=> E::b) < 0, std::is_gt(5 <=> 3));
    double nan = 0.0 / 0.0 * 0; auto u = nan <=> 1.0;
    printf("%d %d %d\n", u == std::partial_ordering::unordered, u < 0, u > 0);
    printf("%d\n", Pair<int>{1, 2} < Pair<int>{1, 3});
    printf("%d\n", std::compare_three_way{}(1, 2) < 0);
    Lazy l{};(void)l;
    int x = 3; printf("%d\n", (&x <=> &x) == 0);
    int *o; cudaMallocManaged(&o, 32); k<<<1, 8>>>(o); cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++) printf("%d ", o[i]); puts("");
}
