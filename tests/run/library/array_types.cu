#include <type_traits>
#include <cstdio>
template <class T> struct D {
    typedef T type;
    static const int k = 0;
};
template <class T, size_t n> struct D<T[n]> { typedef T *type; static const int k = 1; };
template <class T> void f(T &&a) {
    printf("%d %d\n", D<std::remove_reference_t<T>>::k, (int)std::is_array<std::remove_reference_t<T>>::value);
}
template <class T> void g(const T &a) { printf("%d\n", D<T>::k); }
int main() {
    f("abcd");
    g("abc");
    printf("%d %d\n", D<const char[5]>::k, D<char[5]>::k);
    const int a[3] = {};
    f(a);
    int b[3];
    f(b);
    printf("%d\n", (int)std::is_same<std::decay_t<const char(&)[5]>, const char *>::value);
}
