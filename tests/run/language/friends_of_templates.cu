// Friends and operators of class templates, defined inside and outside.
#include <cstdio>
template <class T> class V {
    T x, y;
public:
    V(T a, T b) : x(a), y(b) {}
    friend V operator+(const V &a, const V &b) { return V(a.x + b.x, a.y + b.y); }
    friend void show(const V &v) { printf("%g %g\n", (double)v.x, (double)v.y); }
    template <class U> friend class W;
    V operator-(const V &o) const;
    V &operator+=(const V &o);
    bool operator==(const V &o) const;
    T operator[](int i) const;
    operator bool() const;
    friend bool operator<(const V &a, const V &b) { return a.x < b.x; }
};
template <class T> V<T> V<T>::operator-(const V<T> &o) const { return V(x - o.x, y - o.y); }
template <class T> V<T> &V<T>::operator+=(const V &o) { x += o.x; y += o.y; return *this; }
template <class T> bool V<T>::operator==(const V &o) const { return x == o.x && y == o.y; }
template <typename T> T V<T>::operator[](int i) const { return i ? y : x; }
template <typename T> V<T>::operator bool() const { return x != 0; }
template <class T> class M;
template <class T> M<T> operator*(const M<T> &a, T s);
template <class T> class M { T v; public: M(T a) : v(a) {} friend M<T> operator*<>(const M<T> &a, T s); T get() const { return v; } };
template <class T> M<T> operator*(const M<T> &a, T s) { return M<T>(a.v * s); }
int main() { V<float> a(1, 2), b(3, 4); show(a + b); show(a - b); a += b; show(a); printf("%d %g %d %d\n", a == b, a[1], (bool)a, b < a);
    printf("%d\n", (M<int>(4) * 3).get()); }
