// Enumerations of classes, namespaces and class templates that are defined outside of them.
#include <cstdio>

struct C {
    enum class E;
    enum U : int;
    enum class Small : unsigned char;
    E e;
    static const int base = 3;
    struct Inner {
        enum class Deep : short;
    };
};
enum class C::E { a = 4, b };
enum C::U : int { u1 = 7, u2 = u1 + base };
enum class C::Small : unsigned char { last = 255 };
enum class C::Inner::Deep : short { d = -2 };

namespace n {
enum E : int;
enum class F;
void f(E);
namespace inner {
enum G : long;
}
}  // namespace n
enum n::E : int { q = 4 };
enum class n::F { x, y };
enum n::inner::G : long { big = 1L << 40 };
void n::f(E e) { std::printf("%d %d\n", e, static_cast<int>(F::y)); }

template <class T>
struct A {
    enum E : int;
    enum class F : short;
    E e;
    int get() const;
};
template <class T>
enum A<T>::E : int { x = sizeof(T), y };
template <class U>
enum class A<U>::F : short { p = sizeof(U) * 2 };
template <class T>
int A<T>::get() const {
    return e == A<T>::y ? static_cast<int>(F::p) : -1;
}

const char *name(C::E e) {
    switch (e) {
        case C::E::a: return "a";
        case C::E::b: return "b";
    }
    return "?";
}

int main() {
    C c{C::E::a};
    if (c.e == C::E::a) std::printf("eq\n");
    std::printf("%d %s %s\n", static_cast<int>(C::E::b), name(c.e), name(C::E::b));
    std::printf("%d %d %d\n", C::u1, C::u2, static_cast<int>(C::Small::last));
    std::printf("%zu %d\n", sizeof(C::Small), static_cast<int>(C::Inner::Deep::d));
    n::f(n::q);
    std::printf("%ld\n", n::inner::big);
    std::printf("%d %d %d\n", A<int>::x, A<double>::y, static_cast<int>(A<double>::F::p));
    std::printf("%d %d\n", A<int>{A<int>::y}.get(), A<int>{A<int>::x}.get());
}
