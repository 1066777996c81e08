// Classes, inheritance, operators, members used before they are declared.
namespace std { typedef unsigned long size_t; template <typename T> struct initializer_list { const T *b; size_t n; }; }
using std::size_t;
struct Point { float x = 0, y = 0; Point() = default; Point(float a, float b) : x(a), y{b} {} };
struct Derived final : public Point, private virtual std::initializer_list<int> {
    using Point::Point;
    explicit Derived(int n) noexcept : Point(1.0f, 2.0f), count(n) { reset(); }
    Derived(const Derived &) = delete;
    Derived &operator=(const Derived &other) { count = other.count; return *this; }
    Derived(Derived &&other) noexcept;
    virtual ~Derived();
    virtual int area() const = 0;
    int get() const override;
    void reset() { Later l; l.value = 3; helper<int>(l.value); Index i = 0; count = i; }
    template <typename T> void helper(T t) const {}
    struct Later { int value; };
    typedef int Index;
    enum Kind { A, B = 2, C };
    enum class Color : unsigned char { Red, Green = 1 << 3 };
    static const int limit = 4;
    static constexpr float scale{2.5f};
    operator bool() const { return count != 0; }
    operator const char *() const;
    explicit operator int *();
    int operator()(int i, int j) const { return data[i][j]; }
    int &operator[](size_t i) { return data[0][i]; }
    Derived operator++(int);
    Derived &operator++();
    Derived *operator->() { return this; }
    void *operator new(size_t n);
    void operator delete(void *p);
    void *operator new[](size_t n);
    void operator delete[](void *p);
    friend Derived operator+(const Derived &a, const Derived &b);
    friend class Other;
    template <typename U> friend struct Third;
    int (*callback)(int, float);
    int data[4][4];
    unsigned flags : 3, : 2, rest : 27;
    mutable int count;
    union { int i; float f; };
    struct { int deep; } inner;
    int Derived::*member;
private:
    int hidden = {1};
protected:
    bool shown{true};
};
Derived::~Derived() {}
int Derived::get() const { return limit + Later{1}.value + Index(2) + this->inner.deep; }
Derived::operator const char *() const { return "x"; }
Derived Derived::operator++(int) { return static_cast<Derived &&>(*this); }
Derived operator+(const Derived &a, const Derived &b);
bool operator<(Point a, Point b);
bool operator==(Point a, Point b) { return a.x == b.x && a.y == b.y; }
long double operator""_km(long double v);
int operator"" _n(unsigned long long v);
class Other { int a; public: Other(int x = 4, const char *s = "hi", int *p = nullptr) : a(x) {} int f(int) volatile &&; };
inline int Other::f(int) volatile && { return a; }
int use() {
    Derived::Color c = Derived::Color::Red;
    Derived::Kind k = Derived::A;
    int Derived::*pm = &Derived::count;
    Derived *d = nullptr;
    d->~Derived();
    d->*pm = 3;
    (*d).*pm += 4;
    d->template helper<int>(2);
    d->helper<float>(2.0f);
    d->operator[](3) = 4;
    bool less = d->count < 3 && d->count > 1;
    auto w = 1.5_km;
    Point p(1, 2), q{3, 4}, r = {5, 6}, s = Point(7, 8), t = Point{9, 10};
    Point *np = new Point, *nq = new Point(1, 2), *nr = new Point[4], *ns = new (d) Point{1, 2}, **nt = new Point *[3];
    delete np; delete[] nr; ::delete nq; 
    int (*arr)[3] = new int[2][3];
    if (Point *z = np) return z->x;
    switch (k) { case Derived::A: case Derived::B ... Derived::C: break; default: return c == Derived::Color::Green ? 1 : 2; }
    try { throw 3; } catch (const int &e) { throw; } catch (Point) {} catch (...) { }
    return sizeof(Point) + sizeof p + alignof(Derived) + sizeof(int[4]) + less + w;
}
