// Constraints of members, specialisations, constructors and packs; which of two constraints asks for more.
#include <cstdio>
#include <concepts>
#include <string>
#include <vector>
#include <map>
#include <type_traits>
#include <iterator>
#include <memory>
#include <functional>
#include <utility>
namespace geo {
template <typename T> concept Shape = requires(const T &s) { { s.area() } -> std::convertible_to<double>; { T::name } -> std::convertible_to<const char *>; };
template <typename T> concept Solid = Shape<T> && requires(const T &s) { s.volume(); };
struct Square { double a; static constexpr const char *name = "square"; double area() const { return a * a; } };
struct Cube { double a; static constexpr const char *name = "cube"; double area() const { return 6 * a * a; } double volume() const { return a * a * a; } };
template <Shape S> double measure(const S &s) { return s.area(); }
template <Solid S> double measure(const S &s) { return s.volume(); }
}
template <geo::Shape T> void show(const T &t) { printf("%s %g\n", T::name, geo::measure(t)); }
template <typename T> concept Container = requires(T c) { typename T::value_type; typename T::iterator; c.begin(); c.end(); { c.size() } -> std::same_as<typename T::size_type>; };
template <Container C> requires std::integral<typename C::value_type> long total(const C &c) { long s = 0; for (auto x : c) s += x; return s; }
template <Container C> requires std::floating_point<typename C::value_type> double total(const C &c) { double s = 0; for (auto x : c) s += x; return s; }
template <typename T> class Stack {
    std::vector<T> items;
public:
    void push(const T &t) requires std::copyable<T>;
    void push(T &&t) { items.push_back(std::move(t)); }
    T pop() { T t = std::move(items.back()); items.pop_back(); return t; }
    bool has(const T &t) const requires std::equality_comparable<T> { for (const T &x : items) if (x == t) return true; return false; }
    template <std::convertible_to<T> U> void push_all(std::initializer_list<U> l) { for (const U &u : l) items.push_back(T(u)); }
    size_t size() const { return items.size(); }
};
template <typename T> void Stack<T>::push(const T &t) requires std::copyable<T> { items.push_back(t); }
template <typename T, typename... Us> concept AnyOf = (std::same_as<T, Us> || ...);
template <AnyOf<int, float, double> T> const char *which(T) { return "number"; }
template <typename T> requires (!AnyOf<T, int, float, double>) const char *which(T) { return "other"; }
template <typename F> requires std::invocable<F, int> auto apply(F f, int x) { return f(x); }
template <typename F> requires std::invocable<F, int, int> auto apply(F f, int x) { return f(x, x); }
template <typename T> struct Traits { static constexpr int v = 0; };
template <typename T> requires std::integral<T> struct Traits<T> { static constexpr int v = 1; };
template <typename T> requires std::unsigned_integral<T> struct Traits<T> { static constexpr int v = 2; };
template <typename T> requires std::is_pointer_v<T> struct Traits<T> { static constexpr int v = 3; };
template <typename T> constexpr bool big = false;
template <typename T> requires (sizeof(T) > 4) constexpr bool big<T> = true;
template <std::integral T> using Ptr = T *;
struct Conv { template <std::integral T> operator T() const { return T(7); } };
struct Ctor { int k; Ctor(std::integral auto) : k(1) {} Ctor(std::floating_point auto) : k(2) {} template <typename T> requires std::same_as<T, const char *> Ctor(T) : k(3) {} };
template <class T> concept Hashable = requires(T a) { { std::hash<T>{}(a) } -> std::convertible_to<std::size_t>; };
template <typename T> auto get_or(T *p) -> T requires std::default_initializable<T> { return p ? *p : T(); }
std::integral auto next(std::integral auto x) { return x + 1; }
template <typename T, std::size_t N> requires (N > 0) struct Arr { T d[N]; constexpr T &front() { return d[0]; } };
template <auto N> requires (N % 2 == 0) constexpr int even() { return N / 2; }
struct Num { int v; friend Num operator+(Num a, Num b) { return {a.v + b.v}; } };
template <typename T> concept Addable = requires(T a, T b) { { a + b } -> std::same_as<T>; };
template <Addable T, Addable... Ts> T sum(T a, Ts... r) { if constexpr (sizeof...(r) == 0) return a; else return a + sum(r...); }
template <class T> struct Base { int f() const requires (sizeof(T) == 4) { return static_cast<const T &>(*this).x; } };
struct Derived : Base<Derived> { int x = 9; };
auto lam = [](auto &&...xs) requires (sizeof...(xs) > 1) { return sizeof...(xs); };
int main() {
    show(geo::Square{2}); show(geo::Cube{2});
    printf("%ld %g\n", total(std::vector<int>{1, 2, 3}), total(std::vector<double>{1.5, 2}));
    Stack<std::string> s; std::string x = "a"; s.push(x); s.push("b"); s.push_all({"c", "d"}); printf("%d %d %s\n", (int)s.size(), s.has("c"), s.pop().c_str());
    Stack<std::unique_ptr<int>> u; u.push(std::make_unique<int>(3)); printf("%d\n", *u.pop());
    printf("%s %s\n", which(1), which("x"));
    printf("%d %d\n", apply([](int a) { return a + 1; }, 4), apply([](int a, int b) { return a * b; }, 4));
    printf("%d %d %d %d\n", Traits<float>::v, Traits<int>::v, Traits<unsigned>::v, Traits<int *>::v);
    printf("%d %d\n", big<int>, big<double>);
    int i = 5; Ptr<int> p = &i; long c = Conv{}; printf("%d %ld\n", *p, c);
    printf("%d %d %d\n", Ctor(1).k, Ctor(1.0).k, Ctor("x").k);
    printf("%d %d\n", Hashable<int>, Addable<int *>);
    printf("%d %d\n", get_or(&i), get_or<int>(nullptr));
    printf("%d %d %d\n", next(4), Arr<int, 2>{{4, 5}}.front(), even<8>());
    printf("%d\n", sum(Num{1}, Num{2}, Num{3}).v);
    printf("%d %d\n", Derived{}.f(), (int)lam(1, 2, 3));
    if constexpr (requires(int *q) { *q; }) puts("deref");
    static_assert(requires { typename std::vector<int>::iterator; });
    constexpr bool b = requires { requires std::same_as<int, int>; } && !std::same_as<int, long>; printf("%d\n", b);
    std::map<int, std::string> m{{1, "x"}}; for (std::size_t n = 0; const auto &[k, v] : m) printf("%zu %d %s\n", n++, k, v.c_str());
    std::vector<int> vv{1, 2}; auto f = [&]<std::size_t... I>(std::index_sequence<I...>) { return (vv[I] + ... + 0); }; printf("%d\n", f(std::make_index_sequence<2>{}));
    printf("%d %d\n", std::string("a") < "b", std::pair(1, 2) < std::pair(1, 3));
}
