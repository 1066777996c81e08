// Concepts, `requires` and abbreviated templates (C++20 [temp.constr]).
#include <cstdio>
#include <type_traits>
#include <vector>
#include <string>
template <typename T, typename U> concept Same = std::is_same_v<T, U>;
template <typename T> concept Num = std::is_arithmetic_v<T>;
template <typename T> concept Int = Num<T> && std::is_integral_v<T>;
template <typename T> concept Sized = requires(T t) { t.size(); { t.size() } -> Same<unsigned long>; typename T::value_type; };
template <typename T> requires Num<T> __host__ __device__ T twice(T x) { return 2 * x; }
template <Num T> __host__ __device__ T thrice(T x) { return 3 * x; }
auto four(Num auto x) { return x * 4; }
auto any(auto x) { return sizeof(x); }
template <typename T> int kind(T) { return 0; }
template <Num T> __host__ __device__ int kind(T) { return 1; }
template <Int T> int kind(T) { return 2; }
template <typename T> int tr(T x) requires Sized<T> { return (int)x.size(); }
template <typename T> int tr(T) requires (!Sized<T>) { return -1; }
template <typename T> struct Box { static int id() { return 0; } };
template <Num T> struct Box<T> { static int id() { return 1; } };
template <typename T> requires Int<T> struct Box<T> { static int id() { return 2; } };
template <typename T> struct W { T v; int get() requires Int<T> { return 10; } int get() requires (!Int<T>) { return 20; } int g() { return 1; } int g() requires Num<T> { return 2; } };
template <typename... Ts> requires (Num<Ts> && ...) int all(Ts...) { return sizeof...(Ts); }
template <Num... Ts> int all2(Ts... x) { return (int)(x + ...); }
void pr(const auto &...x) { printf("%d:", (int)sizeof...(x)); }
struct P { int x, y; };
template <typename T> int has(T p) { if constexpr (requires { p.x; p.y; }) return 1; else return 0; }
__global__ void k(int *o) { o[threadIdx.x] = twice((int)threadIdx.x) + thrice(1) + kind(2.0f); }
template <typename T> concept Addable = requires(T a, T b) { { a + b } noexcept -> Same<T>; requires (sizeof(T) >= 4); };

int main() {
    P p{.x = 1, .y = 2};
    printf("%d %d %d\n", twice(3), thrice(2), p.y);
    printf("%d %d %d\n", kind("a"), kind(2.5), kind(3));
    printf("%g %zu\n", four(1.5), any('c'));
    printf("%d %d\n", tr(std::vector<int>(5)), tr(3));
    printf("%d %d %d\n", Box<P>::id(), Box<float>::id(), Box<int>::id());
    printf("%d %d %d %d\n", W<int>{1}.get(), W<float>{1}.get(), W<P>{}.g(), W<int>{1}.g());
    printf("%d %d\n", all(1, 2, 3), all2(1, 2.5));
    pr(1, 2, "x");
    printf("%d %d\n", has(p), has(3));
    auto l = []<typename T>(T a, T b) { return a + b; };
    auto m = [](Num auto a) { return a * 2; };
    auto n = []<Num T>(const std::vector<T> &v, auto z) requires Int<T> { return (int)v.size() + (int)z; };
    printf("%d %d %d\n", l(3, 4), m(8), n(std::vector<int>(3), 2));
    printf("%d %d %d\n", Addable<int>, Addable<char>, Addable<std::string>);
    static_assert(Num<int> && !Num<P>);
    Num auto q = 4; const Int auto &r = q;
    int *o; cudaMallocManaged(&o, 32); k<<<1, 8>>>(o); cudaDeviceSynchronize();
    printf("%d %d %d\n", q, r, o[3]);
}
