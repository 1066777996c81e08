// `std::to_array` from lists, strings and arrays (C++20), and arrays that functions deduce from braced lists.
#include <array>
#include <cstdio>
#include <string>
#include <type_traits>

template <class T, size_t n> T sum(const T (&a)[n])
{
    T total = 0;
    for (T x : a) total += x;
    return total;
}

template <class T, size_t n> size_t length(T (&&)[n]) { return n; }

template <size_t n> int longs(const long (&a)[n]) { return (int)(n * a[0]); }

template <class T, size_t rows, size_t columns> void table(const T (&a)[rows][columns])
{
    for (auto &row : a) {
        for (const T &x : row) printf("%g ", (double)x);
        printf("|");
    }
    printf(" %zux%zu\n", rows, columns);
}

// Without deduction: the array is filled with zeros, and the nearer of two types is taken.
int three(const int (&a)[3]) { return a[0] * 100 + a[1] * 10 + a[2]; }
const char *nearer(const int (&)[2]) { return "int"; }
const char *nearer(const double (&)[2]) { return "double"; }
const char *shape(const int (&)[2]) { return "two"; }
const char *shape(const int (&)[3]) { return "three"; }

struct Named {
    std::string name;
    int n;
};

int main()
{
    auto a = std::to_array({1, 2, 3});
    static_assert(std::is_same<decltype(a), std::array<int, 3>>::value, "");
    printf("%zu %d %d %d\n", a.size(), a[0], a[1], a[2]);

    auto text = std::to_array("text");
    static_assert(std::is_same<decltype(text), std::array<char, 5>>::value, "");
    printf("%s %zu\n", text.data(), text.size());

    auto wide = std::to_array<long>({0, 1, 3});
    static_assert(std::is_same<decltype(wide), std::array<long, 3>>::value, "");
    printf("%ld\n", wide[2]);

    const double plain[] = {1.5, 2.5};
    auto copy = std::to_array(plain);
    static_assert(std::is_same<decltype(copy), std::array<double, 2>>::value, "");
    printf("%g %g\n", copy[0], copy[1]);

    constexpr auto squares = std::to_array({1, 4, 9, 16});
    static_assert(squares.size() == 4 && squares[3] == 16, "");

    auto strings = std::to_array<std::string>({"a string that is no short one, so that it is moved", "b"});
    printf("%s %s\n", strings[0].c_str(), strings[1].c_str());
    auto named = std::to_array<Named>({{"x", 1}, {"y", 2}, {"z", 3}});
    for (auto &one : named) printf("%s%d ", one.name.c_str(), one.n);
    printf("\n");

    printf("%d %g %zu %d\n", sum({1, 2, 3, 4}), sum({0.5, 0.25}), length({'a', 'b'}), longs({7, 8}));
    table<double>({{1, 2.5}, {3, 4}, {5, 6}});
    printf("%d %d %s %s %s\n", three({1, 2, 3}), three({4}), nearer({1, 2}), nearer({1.0, 2.0}), shape({1, 2, 3}));
}
