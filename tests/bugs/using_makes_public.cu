// `using` in the public part of a class makes a protected name of its base public; conversion templates whose result is made of
// their parameter; default arguments of specialised functions.
#include <cstdio>
class Base {
protected:
    int shared = 1;
    int twice(int x) const { return 2 * x; }
};
class Derived : public Base {
public:
    using Base::shared;
    using Base::twice;
};
template <class T> struct Holder {
    T v;
    template <class U> operator Holder<U>() const { return {static_cast<U>(v)}; }
    template <class U> explicit operator U *() { return (U *)&v; }
};
template <class T> int described(const T &v, int width = sizeof(T), const char *end = "\n")
{
    return printf("%d%s", width + (int)v, end);
}
template <> int described(const double &v, int width, const char *end) { return printf("%.1f %d%s", v, width, end); }
int main()
{
    Derived d;
    d.shared += 4;
    Holder<int> h{3};
    Holder<double> converted = h;
    int *p = (int *)h;
    *p += 1;
    printf("%d %d %.2f %d\n", d.shared, d.twice(4), converted.v / 2, h.v);
    described('a');
    described(2.5);
    described(2.5, 1, "!\n");
}
