// Member class templates of a class template that are defined outside of it, with their own members and partial specialisations.
#include <cstdio>

namespace ns {
template <class T>
struct O {
    template <class U>
    struct P;
    P<char> *later = nullptr;
};
}  // namespace ns
template <class T>
template <class U>
struct ns::O<T>::P {
    T a;
    U b;
    int sum() const;
    template <class V>
    V as() const;
    static int made;
};
template <class T>
template <class U>
struct ns::O<T>::P<U *> {
    int only = 5;
};
template <class X>
template <class Y>
int ns::O<X>::P<Y>::sum() const { return a + b + static_cast<int>(sizeof(X) * 100 + sizeof(Y) * 1000); }
template <class X>
template <class Y>
int ns::O<X>::P<Y>::made = sizeof(X) + sizeof(Y);
template <class X>
template <class Y>
template <class Z>
Z ns::O<X>::P<Y>::as() const { return static_cast<Z>(a) / 2; }

struct Plain {
    template <class U>
    struct Inside;
};
template <class U>
struct Plain::Inside {
    U u;
    U doubled() const;
};
template <class U>
U Plain::Inside<U>::doubled() const { return u + u; }

int main() {
    ns::O<int>::P<char> p{1, 'c'};
    std::printf("%d %c %d %d\n", p.a, p.b, p.sum(), ns::O<int>::P<double>::made);
    std::printf("%d\n", ns::O<int>::P<char *>().only);
    std::printf("%g %d\n", p.as<double>(), ns::O<short>::P<char>{7, 'x'}.as<int>());
    std::printf("%g\n", Plain::Inside<double>{1.25}.doubled());
}
