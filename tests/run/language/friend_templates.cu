// Friends that are templates or instances of templates: defined in class templates, named with arguments.
#include <cstdio>
#include <iostream>
template <class T> struct V {
    T x;
    template <class S> __host__ __device__ friend V operator*(S s, V a) { return {T(s * a.x)}; }
    template <class S> friend V scaled(const V &a, S s) { return V{T(a.x * s)}; }
    template <class U> friend bool operator==(const V &a, const V<U> &b) { return a.x == b.x; }
    template <class F> friend auto mapped(const V &v, F f) -> V<decltype(f(v.x))> { return {f(v.x)}; }
};
template <class T> class W {
    T x;
    template <class O> friend O &operator<<(O &o, const W &v) {
        o << v.x;
        return o;
    }
public:
    explicit W(T a) : x(a) {}
};
template <class T, int N> struct A {
    T d[N];
    template <int M> friend int sizes(const A &, const A<T, M> &) { return N * 10 + M; }
};
template <class D> struct Singleton {
    static D &get() {
        static D d;
        return d;
    }
};
class Log : public Singleton<Log> {
    friend class Singleton<Log>;
    Log() {}
public:
    int n = 2;
};
template <class T> class Box;
template <class T> struct Opener {
    static T open(const Box<T> &b);
};
template <class T> class Box {
    T value;
    friend struct Opener<T>;
    template <class U> friend class Peeker;
public:
    Box(T v) : value(v) {}
};
template <class T> T Opener<T>::open(const Box<T> &b) { return b.value; }
template <class U> class Peeker {
public:
    static int peek(const Box<int> &b) { return b.value + 1; }
};
int main() {
    printf("%g %d\n", (2 * V<double>{3.5}).x, (2.5 * V<int>{4}).x);
    printf("%g %d\n", scaled(V<double>{3}, 2).x, scaled(V<int>{3}, 1.5).x);
    printf("%d %g\n", V<int>{3} == V<double>{3}, mapped(V<int>{3}, [](int q) { return q * .5; }).x);
    std::cout << W<int>(4) << ' ' << W<double>(1.5) << std::endl;
    printf("%d\n", sizes(A<int, 2>{}, A<int, 3>{}));
    printf("%d %d %d\n", Log::get().n, Opener<int>::open(Box<int>(5)), Peeker<char>::peek(Box<int>(5)));
}
