// Virtual functions: overriding, constructors and destructors, several bases, tables of templates, results of every kind.
#include <cstdio>
#include <vector>
#include <memory>
#include <string>
struct Shape {
    Shape() { printf("Shape()\n"); hello(); }
    virtual ~Shape() { printf("~Shape %s\n", name()); }
    virtual double area() const = 0;
    virtual const char *name() const { return "shape"; }
    void hello() { printf("hello from %s\n", name()); }
};
struct Square : Shape {
    double side;
    Square(double s) : side(s) { hello(); }
    ~Square() override { printf("~Square %s\n", name()); }
    double area() const override { return side * side; }
    const char *name() const override { return "square"; }
};
struct Circle final : Shape {
    double r;
    explicit Circle(double r) : r(r) {}
    double area() const override { return 3 * r * r; }
};
struct Left { virtual int left() { return 1; } virtual ~Left() {} int l = 10; };
struct Right { virtual int right() { return 2; } virtual ~Right() { printf("~Right\n"); } int r = 20; };
struct Both : Left, Right {
    int left() override { return l + 100; }
    int right() override { return r + l + 200; }
    ~Both() { printf("~Both\n"); }
    int b = 30;
};
struct Plain { int p = 5; };
struct Late : Plain, Left { int left() override { return p; } };
template <class T> struct Base { virtual T get() const { return T(1); } virtual ~Base() = default; };
template <class T> struct Derived : Base<T> { T get() const override { return Base<T>::get() + T(41); } };
struct Big { double v[4]; };
struct Maker { virtual Big make(int k) { Big b{}; b.v[0] = k; return b; } virtual std::string text(std::string s) { return s + "!"; } };
struct Maker2 : Maker { Big make(int k) override { Big b = Maker::make(k); b.v[1] = 2 * k; return b; } std::string text(std::string s) override { return Maker::text(s) + "?"; } };
struct Ident { virtual Ident *self() { return this; } virtual Ident &ref() { return *this; } int x = 1; };
struct Ident2 : Ident { Ident2 *self() override { return this; } Ident2 &ref() override { return *this; } int y = 2; };
int main() {
    std::vector<std::unique_ptr<Shape>> v;
    v.push_back(std::make_unique<Square>(2.0));
    v.emplace_back(new Circle(1.5));
    for (auto &s : v) printf("%s %.3f\n", s->name(), s->area());
    v.clear();
    Both both; Left *l = &both; Right *r = &both;
    printf("%d %d\n", l->left(), r->right());
    Right *rr = new Both; delete rr;
    Late late; Left &ll = late; printf("late %d %zu %zu %zu\n", ll.left(), sizeof(Late), sizeof(Both), sizeof(Shape));
    Derived<int> d; Base<int> *b = &d; printf("%d\n", b->get());
    Maker2 m2; Maker *m = &m2; Big big = m->make(7); printf("%g %g %s\n", big.v[0], big.v[1], m->text("hi").c_str());
    Ident2 i2; Ident *i = &i2; printf("%d %d\n", i->self()->x, i2.self()->y + static_cast<Ident2&>(i->ref()).y);
    Square a(1), c(3); a = c; Square e(a); printf("%g %g %s\n", a.area(), e.area(), ((Shape &)e).name());
    Left *nothing = nullptr; delete nothing;
    Shape *arr[2] = {&a, &e}; double s = 0; for (auto p : arr) s += p->area(); printf("%g\n", s);
    return 0;
}
