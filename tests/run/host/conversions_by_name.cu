// Conversion functions called by their names: `x.operator T()`.
#include <cstdio>
struct Raw {
    unsigned short bits;
};
struct Half {
    float v;
    operator Raw() const { return {7}; }
    operator float() const { return v; }
    explicit operator bool() const { return v != 0; }
    operator const char *() const { return "half"; }
    float twice() const { return operator float() * 2 + this->operator bool(); }
};
struct Wide : Half {
    double w;
    operator double() const { return w; }
    operator float() const { return v + 100; }
};
template <class T> struct Box {
    T held;
    operator T &() { return held; }
    operator T() const { return held; }
    template <class U> operator U *() { return (U *)&held; }
};
struct Shape {
    virtual ~Shape() {}
    virtual operator int() const { return 1; }
    virtual operator long() const { return 10; }
};
struct Square : Shape {
    operator int() const override { return 4; }
};
template <class T, class From> T as(const From &from) { return from.operator T(); }

int main()
{
    Half h{2.5f};
    printf("%d %g %d %s %g\n", h.operator Raw().bits, h.operator float(), h.operator bool(), h.operator const char *(), h.twice());
    Wide w;
    w.v = 0.5f;
    w.w = 3.25;
    printf("%g %g %g %s %d\n", w.operator double(), w.operator float(), w.Half::operator float(), w.operator const char *(), w.operator bool());
    Box<int> box{5};
    const Box<int> fixed{6};
    box.operator int &() += 2;
    printf("%d %d %d\n", box.held, fixed.operator int(), *box.operator unsigned *());
    const Shape &shape = Square();
    printf("%d %ld %d\n", shape.operator int(), shape.operator long(), shape.Shape::operator int());
    Half *p = &h;
    printf("%g %g %g %ld\n", p->operator float(), as<float>(h), as<double>(w), as<long>(shape));
}
