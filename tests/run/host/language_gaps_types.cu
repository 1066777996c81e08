// What types declarations and `decltype` give, and which overloads that chooses.
#include <cstdio>
#include <iostream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// An enumeration with a written type prefers that type to what it promotes to.
enum Small : signed char { small = 65 };
enum Letter : unsigned char { letter = 66 };
enum Plain { plain };
enum Wide : long { wide = 7 };
void rank(int) { puts("int"); }
void rank(signed char) { puts("signed char"); }
void rank(long) { puts("long"); }

// The type of a function's name is a function type.
int one() { return 1; }
template <class T> T same(T t) { return t; }
struct Statics { static int twice(int x) { return 2 * x; } };
template <class> struct is_call { static constexpr int arity = -1; };
template <class R, class... A> struct is_call<R(A...)> { static constexpr int arity = sizeof...(A); };

// Structured bindings have the types of the parts.
struct Parts { int number; const char &letter; };
struct Own { int a = 4; double b = 2.5; };
template <std::size_t i> auto get(const Own &o)
{
    if constexpr (i == 0) return o.a;
    else return o.b;
}
template <> struct std::tuple_size<Own> : std::integral_constant<std::size_t, 2> {};
template <> struct std::tuple_element<0, Own> { typedef int type; };
template <> struct std::tuple_element<1, Own> { typedef double type; };

// Member functions that differ in `volatile`.
struct Seen {
    int value = 5;
    int kind() { return 1; }
    int kind() volatile { return 2; }
    int kind() const volatile { return 3; }
    int read() volatile const { return value; }
};

int main()
{
    rank(small), rank(plain), rank(wide);
    std::cout << small << letter << plain << std::endl;

    decltype(one) *p = one;
    decltype((one)) r = one;
    decltype(&one) q = &one;
    decltype(Statics::twice) *s = Statics::twice;
    decltype(same<long>) *t = same<long>;
    printf("%d %d %d %d %ld\n", p(), r(), q(), s(4), t(9L));
    printf("%d%d%d%d\n", std::is_same_v<decltype(one), int()>, std::is_same_v<decltype((one)), int (&)()>,
           std::is_function_v<decltype(Statics::twice)>, is_call<decltype(Statics::twice)>::arity);

    auto [a, b] = std::pair(1, 2.5);
    decltype(a) c = 3;
    c++;
    const auto &[d, e] = std::make_tuple(1, 'x');
    char letter_of = 'z';
    auto [number, reference] = Parts{6, letter_of};
    int array[2] = {7, 8};
    auto &[first, second] = array;
    auto [x, y] = Own();
    printf("%d %g %d %c %d %c %d %d %d %g\n", a + c, b, d, e, number, reference, first, second, x, y);
    printf("%d%d%d%d%d%d%d\n", std::is_same_v<decltype(a), int>, std::is_same_v<decltype(d), const int>, std::is_same_v<decltype(e), const char>,
           std::is_same_v<decltype(reference), const char &>, std::is_same_v<decltype(first), int>, std::is_same_v<decltype((first)), int &>,
           std::is_same_v<decltype(y), double>);

    Seen plain_object;
    volatile Seen volatile_object;
    const volatile Seen constant_object{};
    printf("%d%d%d %d\n", plain_object.kind(), volatile_object.kind(), constant_object.kind(), volatile_object.read());
}
