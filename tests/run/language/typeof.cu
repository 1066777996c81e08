// GNU's `typeof` in its three spellings: the type of a place without its reference, and a type as it stands.
#include <cstdio>
#include <type_traits>
#define LARGER(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) do { typeof(a) t = a; a = b; b = t; } while (0)

struct Point { int x; float y; };
int array[4];

__global__ void kernel(int *p)
{
    __typeof__(*p) v = p[0];
    typeof(p[0]) w = 2;
    p[1] = v + w;
}

template <typename T> T twice(const T &x)
{
    __typeof__(x + x) sum = x + x;
    return sum;
}

int main()
{
    int x = 3;
    const int c = 4;
    int &r = x;
    Point p{1, 2};
    __typeof__((x)) of_brackets;
    __typeof__(r) of_reference;
    __typeof(c) of_constant = 7;
    __typeof__(p.y) of_member = 1.5f;
    __typeof__(array) of_array;
    __typeof__(array[0]) of_element = 5;
    __typeof__(++x) of_step;
    __typeof__(int *) of_type = &x;
    typeof(Point) another = {8, 9};
    static_assert(std::is_same<decltype(of_brackets), int>::value, "no reference");
    static_assert(std::is_same<decltype(of_reference), int>::value, "no reference");
    static_assert(std::is_same<decltype(of_constant), const int>::value, "constant");
    static_assert(std::is_same<decltype(of_step), int>::value, "not evaluated");
    static_assert(std::is_same<decltype(of_array), int[4]>::value, "an array");
    static_assert(std::is_same<decltype((x)), int &>::value, "decltype keeps it");
    int q = 1;
    SWAP(x, q);
    printf("%d %d %d %g %d\n", LARGER(x, 4), q, of_constant, of_member, of_element + *of_type + another.x);
    std::remove_const<__typeof__(c)>::type y = twice(2);
    printf("%d %zu\n", y, sizeof(of_array));
}
