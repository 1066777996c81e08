// Members that are defined outside of a class template: those of each partial specialisation are its own.
#include <cstdio>
#include <type_traits>

template <class T>
struct A {
    int f();
    static int count;
    int g() &;
    int g() &&;
};
template <class T>
int A<T>::f() { return 1; }
template <class T>
struct A<T *> {
    int f();
    static int count;
};
template <class T>
int A<T *>::f() { return 2; }
template <class T>
int A<T *>::count = 20;
template <class T>
int A<T>::count = 10;
template <class T>
int A<T>::g() & { return 3; }
template <class T>
int A<T>::g() && { return 4; }

// The partial specialisation's first, and other names of the parameters.
template <class T>
struct B { int f(); };
template <class T>
struct B<T *> { int f(); };
template <class U>
int B<U *>::f() { return 200 + sizeof(U); }
template <class U>
int B<U>::f() { return 100 + sizeof(U); }

template <class T, int N>
struct Table {
    Table() { std::printf("primary\n"); }
};
template <class T>
struct Table<T, 0> {
    int z;
    Table();
    ~Table();
    template <class U>
    int g(U u);
    int operator[](int i) const;
};
template <class T>
Table<T, 0>::Table() : z(7) {}
template <class T>
Table<T, 0>::~Table() { std::printf("gone %d\n", z); }
template <class T>
template <class U>
int Table<T, 0>::g(U u) { return u + 1; }
template <class T>
int Table<T, 0>::operator[](int i) const { return z * i; }

template <class T>
struct D {
    struct I;
};
template <class T>
struct D<T *> {
    struct I { int v = 2; };
};
template <class T>
struct D<T>::I { int v = 1; };

template <class T, class = void>
struct Kind { int f(); };
template <class T>
struct Kind<T, std::enable_if_t<std::is_integral<T>::value>> { int f(); };
template <class T>
struct Kind<T, std::enable_if_t<std::is_floating_point<T>::value>> { int f(); };
template <class T, class V>
int Kind<T, V>::f() { return 0; }
template <class T>
int Kind<T, std::enable_if_t<std::is_integral<T>::value>>::f() { return 1; }
template <class T>
int Kind<T, std::enable_if_t<std::is_floating_point<T>::value>>::f() { return 2; }

// Alike but for what they ask of their parameters.
template <class T>
concept Small = sizeof(T) <= 2;
template <class T>
concept Tiny = Small<T> && sizeof(T) == 1;
template <class T>
struct Size { int f(); };
template <Small T>
struct Size<T> { int f(); };
template <Tiny T>
struct Size<T> { int f(); };
template <Tiny T>
int Size<T>::f() { return 3; }
template <class T>
int Size<T>::f() { return 1; }
template <Small T>
int Size<T>::f() { return 2; }

int main() {
    A<int> a;
    std::printf("%d %d %d %d\n", a.f(), A<int *>().f(), a.g(), A<int>().g());
    std::printf("%d %d\n", A<int>::count, A<int *>::count);
    std::printf("%d %d\n", B<char>().f(), B<short *>().f());
    {
        Table<int, 0> table;
        Table<int, 1> other;
        std::printf("%d %d %d\n", table.z, table.g(4), table[3]);
    }
    std::printf("%d %d\n", D<int>::I().v, D<int *>::I().v);
    std::printf("%d %d %d\n", Kind<void *>().f(), Kind<int>().f(), Kind<float>().f());
    std::printf("%d %d %d\n", Size<int>().f(), Size<short>().f(), Size<char>().f());
}
