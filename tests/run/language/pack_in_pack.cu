#include <cstdio>
#include <type_traits>
template <class... T> struct L { static constexpr int n = sizeof...(T); };
template <class... T> constexpr int f() { return (L<T, T...>::n + ... + 0); }
template <class... T> constexpr bool same = (std::is_same_v<T, std::common_type_t<T...>> && ...);
template <class T, template <class> class... M> struct X : M<X<T, M...>>... {};
template <class D> struct A {}; X<int, A> x;
int main() { printf("%d %d %d\n", f<int, char>(), same<int, int>, same<int, long>); }
