// `A<T> && …` in template arguments of qualified templates is an expression, `A<T> &&` a reference.
#include <cstdio>
#include <type_traits>
template <class T> struct is_x : std::true_type {};
template <class T> constexpr bool is_x_v = is_x<T>::value;
namespace outer {
namespace inner {
template <bool B, class T> using when = std::enable_if_t<B, T>;
template <class T> struct Box {};
}
}
template <class T> std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> a(T) { return 1; }
template <class T, std::enable_if_t<std::is_integral_v<T> && sizeof(T) == 4, int> = 0> int b(T) { return 2; }
template <class T> auto c(T) -> std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>, int> { return 3; }
template <class T> std::enable_if_t<is_x<T>::value && std::is_integral<T>::value, int> d(T) { return 4; }
template <class T> typename std::enable_if<is_x<T>{} && !std::is_same<T, bool>{}, int>::type e(T) { return 5; }
template <class T> typename std::enable_if<is_x_v<T> && !is_x_v<T *> || true, int>::type f(T) { return 6; }
template <class T, class = std::enable_if_t<is_x_v<T> && is_x_v<T *>>> int g(T) { return 7; }
template <class T> outer::inner::when<is_x_v<T> && true, int> h(T) { return 8; }
template <class T, bool B = std::is_integral_v<T> && std::is_signed_v<T>> struct Both {
    static constexpr bool value = B;
};
template <class T> std::conditional_t<std::is_integral_v<T> && (sizeof(T) > 4), long, int> i(T) { return 9; }
template <class T> std::is_same<outer::inner::Box<T> &&, T> j(T) { return {}; }
template <class T, bool = std::is_rvalue_reference_v<outer::inner::Box<T> &&>> int k(T) { return 11; }
int main() {
    printf("%d %d %d %d %d %d %d %d\n", a(1), b(1), c(1), d(1), e(1), f(1), g(1), h(1));
    printf("%d %d\n", Both<int>::value, Both<unsigned>::value);
    printf("%d %d\n", std::is_same_v<decltype(i(1L)), long>, std::is_same_v<decltype(i(1)), int>);
    printf("%d %d\n", j(1).value, k(1));
}
