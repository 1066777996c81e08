// Smaller additions of C++20 to the language and the library.
#include <cstdio>
#include <bit>
#include <numbers>
#include <span>
#include <vector>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <numeric>
#include <cmath>
#include <utility>
#include <unordered_map>
#include <algorithm>
#include <type_traits>
#include <array>
struct P { int x, y; };
struct N { P p; int z; };
consteval int sq(int x) { return x * x; }
constinit int g = sq(4);
enum class Color { red, green, blue };
int name(Color c) { switch (c) { using enum Color; case red: return 10; case green: return 20; case blue: return 30; } return 0; }
struct S { using enum Color; explicit(sizeof(int) == 4) S(int) {} explicit(false) S(double) {} };
struct [[nodiscard]] E {};
struct H { [[no_unique_address]] E e; int x; };
struct L { int v = 3; auto get() { return [=, this] { return v; }; } };
constexpr int sum() { int s = 0; for (int i = 0; i < 4; ++i) [[likely]] s += i; return s; }
int main() {
    N n{.p = {.x = 1, .y = 2}, .z = 3};
    printf("%d %d %d\n", n.p.x, n.p.y, n.z);
    int a[] = {1,2,3};
    for (int s = 0; int x : a) { s += x; if (x == 3) [[likely]] printf("%d\n", s); else [[unlikely]] {} }
    printf("%d %d %d\n", g, name(Color::green), (int)S::blue);
    S s = 2.5; (void)s;
    printf("%d %d\n", L().get()(), sum());
    printf("%d %d %d %d\n", std::popcount(7u), std::countl_zero(1u), (int)std::bit_ceil(5u), (int)std::has_single_bit(8u));
    printf("%g\n", std::numbers::pi);
    std::span<int> sp(a); printf("%d %d\n", (int)sp.size(), sp[1]);
    std::vector<int> v{1,2,3,4,5}; std::erase_if(v, [](int x) { return x % 2; }); printf("%d %d\n", (int)std::ssize(v), v[0]);
    std::erase(v, 2); printf("%d\n", (int)v.size());
    std::map<int,int> m{{1,2}}; std::set<int> st{4}; std::unordered_map<int,int> um{{5,6}};
    printf("%d %d %d\n", m.contains(1), st.contains(1), um.contains(5));
    std::erase_if(m, [](auto &kv) { return kv.first == 1; }); printf("%d\n", (int)m.size());
    std::string str = "hello"; std::string_view sv = "world";
    printf("%d %d %d %d\n", str.starts_with("he"), str.ends_with('o'), sv.starts_with("x"), sv.ends_with("ld"));
    printf("%d %g\n", std::midpoint(2, 8), std::lerp(1.0, 3.0, 0.5));
    std::remove_cvref_t<const int &> rc = 5; std::type_identity_t<int> ti = 6; printf("%d %d\n", rc, ti);
    P q(3, 4); printf("%d\n", q.x + q.y);
    auto pp = new P(5, 6); printf("%d\n", pp->y);
    std::vector<P> vp; vp.emplace_back(1, 2); printf("%d\n", vp[0].y);
    float f = std::bit_cast<float>(0x3f800000); printf("%g\n", f);
    printf("%d\n", std::is_bounded_array_v<int[3]>);
    printf("%d\n", std::cmp_less(-1, 1u));
    printf("%d\n", std::in_range<signed char>(300));
    std::vector<int> w{3,1,2}; 
    auto str2 = std::string("abc"); printf("%d\n", (int)std::size(str2));
    auto it = std::shift_left(w.begin(), w.end(), 1); printf("%d\n", *w.begin()); (void)it;
}
