// References, const, auto, constexpr, namespaces, enums and every spelling of a cast.
#include <cstdio>
namespace geometry {
const float pi = 3.0f;
namespace detail { inline int twice(int x) { return 2 * x; } }
inline int four_times(int x) { return detail::twice(detail::twice(x)); }
}
using geometry::four_times;
namespace g = geometry;
enum Color { RED, GREEN = 5, BLUE };
enum class Shape : unsigned char { Circle = 3, Square };
constexpr int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
constexpr int table[] = {factorial(3), factorial(4)};
static int counter() { static int n = 10; return n++; }
void swap(int &a, int &b) { int t = a; a = b; b = t; }
int &pick(int *a, int i) { return a[i]; }
int scaled(int x, int k = 3, int add = counter()) { return x * k + add; }
typedef unsigned int uint_t;
using byte_t = unsigned char;
int (*operation)(int) = four_times;
int apply(int (*f)(int), int x) { return f(x); }
int main() {
    int a = 1, b = 2, values[factorial(3)] = {0};
    swap(a, b);
    pick(values, 2) = 9;
    auto &last = values[5];
    last = 4;
    auto total = 0.0;
    for (auto v : values) total += v;
    printf("%d %d %g %zu\n", a, b, total, sizeof(values));
    printf("%d %d %d %d %d\n", RED, BLUE, static_cast<int>(Shape::Square), table[1], geometry::four_times(3));
    printf("%d %d %d\n", scaled(1), scaled(1, 2), scaled(1, 2, 5));
    float f = 2.75f;
    printf("%d %d %d\n", (int)f, int(f), static_cast<int>(f));
    printf("%08x\n", *reinterpret_cast<unsigned *>(&f));
    const int *p = &a;
    *const_cast<int *>(p) = 77;
    printf("%d %d %d\n", a, (int)(byte_t)257, (int)(uint_t)-1 == -1);
    printf("%d %d\n", operation(2), apply(g::detail::twice, 4));
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int (*row)[3] = m + 1;
    printf("%d %d %g\n", (*row)[2], *(*(m + 1) + 1), g::pi);
    int *q = &m[0][0];
    printf("%ld %d\n", &m[1][2] - q, q[4]);
}
