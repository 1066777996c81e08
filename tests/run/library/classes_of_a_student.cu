// As students write it.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
#include <random>
#include <variant>
#include <string_view>
#include <limits>
#include <cassert>
#include <initializer_list>
#include <memory>
template <typename T> class Buffer {
    T *data_ = nullptr; size_t n_ = 0;
public:
    Buffer() = default;
    explicit Buffer(size_t n) : data_(new T[n]()), n_(n) {}
    Buffer(std::initializer_list<T> l) : Buffer(l.size()) { size_t i = 0; for (auto &x : l) data_[i++] = x; }
    Buffer(const Buffer &o) : Buffer(o.n_) { std::copy(o.data_, o.data_ + n_, data_); }
    Buffer(Buffer &&o) noexcept : data_(std::exchange(o.data_, nullptr)), n_(std::exchange(o.n_, 0)) {}
    Buffer &operator=(Buffer o) noexcept { swap(*this, o); return *this; }
    ~Buffer() { delete[] data_; }
    friend void swap(Buffer &a, Buffer &b) noexcept { using std::swap; swap(a.data_, b.data_); swap(a.n_, b.n_); }
    T &operator[](size_t i) { if (i >= n_) throw std::out_of_range("index " + std::to_string(i)); return data_[i]; }
    T *begin() { return data_; } T *end() { return data_ + n_; } const T *begin() const { return data_; } const T *end() const { return data_ + n_; }
    size_t size() const { return n_; }
};
template <class T, class = void> struct has_size : std::false_type {};
template <class T> struct has_size<T, std::void_t<decltype(std::declval<T>().size())>> : std::true_type {};
template <class T> constexpr bool has_size_v = has_size<T>::value;
template <typename... A> auto sum(A... a) { return (a + ...); }
template <typename F, typename... A> auto timed(F &&f, A &&...a) { auto t0 = std::chrono::steady_clock::now(); auto r = std::forward<F>(f)(std::forward<A>(a)...); auto t1 = std::chrono::steady_clock::now(); (void)std::chrono::duration_cast<std::chrono::microseconds>(t1 - t0).count(); return r; }
enum class Color : uint8_t { red = 1, green = 2, blue = 4 };
constexpr Color operator|(Color a, Color b) { return static_cast<Color>(static_cast<uint8_t>(a) | static_cast<uint8_t>(b)); }
struct Visitor { std::string operator()(int i) const { return "int " + std::to_string(i); } std::string operator()(double d) const { std::ostringstream o; o << "double " << d; return o.str(); } std::string operator()(const std::string &s) const { return "string " + s; } };
template <class... Ts> struct overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
class Animal { protected: std::string name; public: Animal(std::string n) : name(std::move(n)) {} virtual ~Animal() = default; virtual std::string speak() const = 0; };
class Dog final : public Animal { public: using Animal::Animal; std::string speak() const override { return name + " says woof"; } };
class Cat : public Animal { int lives; public: Cat(const char *n, int l = 9) : Animal(n), lives(l) {} std::string speak() const override { return name + " has " + std::to_string(lives); } };
constexpr int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
static_assert(fact(5) == 120, "fact");
namespace geo { inline namespace v1 { struct P { double x, y; }; double norm(const P &p) { return std::hypot(p.x, p.y); } } }
int main(int argc, char **argv) {
    Buffer<int> b{1, 2, 3}; Buffer<int> c = b; c[0] = 10; b = std::move(c); for (int x : b) std::cout << x << ' '; std::cout << b.size() << c.size() << '\n';
    try { b[7] = 1; } catch (const std::out_of_range &e) { std::cout << "caught " << e.what() << '\n'; }
    std::cout << has_size_v<std::vector<int>> << has_size_v<int> << sum(1, 2.5, 3) << '\n';
    std::cout << timed([](int a, int b) { return a * b; }, 6, 7) << '\n';
    std::cout << (int)(Color::red | Color::blue) << '\n';
    std::vector<std::variant<int, double, std::string>> vs{1, 2.5, std::string("x")}; for (auto &v : vs) std::cout << std::visit(Visitor{}, v) << v.index() << '\n';
    for (auto &v : vs) std::visit(overloaded{[](int) { std::cout << "i"; }, [](double) { std::cout << "d"; }, [](const std::string &) { std::cout << "s"; }}, v); std::cout << '\n';
    std::vector<std::unique_ptr<Animal>> zoo; zoo.push_back(std::make_unique<Dog>("Rex")); zoo.emplace_back(new Cat("Tom")); for (const auto &a : zoo) std::cout << a->speak() << '\n';
    std::cout << geo::norm({3, 4}) << ' ' << std::numeric_limits<float>::epsilon() << ' ' << std::numeric_limits<int>::max() << '\n';
    std::mt19937 gen(42); std::uniform_int_distribution<int> dist(1, 6); int total = 0; for (int i = 0; i < 100; i++) total += dist(gen); std::cout << total << '\n';
    std::istringstream in("3 4.5 word\nsecond line"); int i; double d; std::string w, line; in >> i >> d >> w; std::getline(in, line); std::getline(in, line); std::cout << i << d << w << line << '\n';
    std::stringstream f; f << "x=" << 5 << "\ny=6\n"; int count = 0; while (std::getline(f, line)) { auto eq = line.find('='); std::cout << line.substr(0, eq) << "->" << std::stoi(line.substr(eq + 1)) << ' '; count++; } std::cout << count << '\n';
    std::function<int(int)> fib = [&](int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }; std::cout << fib(15) << '\n';
    std::string_view sv = "hello world"; sv.remove_prefix(6); std::cout << sv << sv.size() << '\n';
    auto counter = [n = 0]() mutable { return ++n; }; counter(); std::cout << counter() << '\n';
    int arr[] = {1, 2, 3, 4}; for (auto p = std::begin(arr); p != std::end(arr); ++p) *p *= *p; std::cout << arr[3] << ' ' << std::size(arr) << '\n';
    char buf[32]; std::snprintf(buf, sizeof buf, "%05.2f|%-6s|%+d|%x", 3.14159, "ab", 7, 255); std::cout << buf << '\n';
    if constexpr (sizeof(void *) == 8) std::cout << "64\n";
    switch (argc) { case 1: [[fallthrough]]; case 2: std::cout << "few\n"; break; default: std::cout << "many\n"; }
    std::cout << std::boolalpha << std::is_same_v<decltype(sum(1, 2)), int> << ' ' << std::is_base_of_v<Animal, Dog> << '\n';
    goto end; end: return 0;
}
