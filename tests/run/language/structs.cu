// Structures: layout, nesting, copies, constructors, destructors, methods, operators, static members.
#include <cstdio>
struct Vec {
    float x, y;
    Vec() : x(0), y(0) {}
    Vec(float a, float b = 1) : x(a), y(b) {}
    Vec operator+(const Vec &o) const { return Vec(x + o.x, y + o.y); }
    Vec &operator*=(float k) { x *= k; y *= k; return *this; }
    bool operator==(const Vec &o) const { return x == o.x && y == o.y; }
    float dot(Vec o) const;
    float operator[](int i) const { return i ? y : x; }
    float operator()() const { return x + y; }
    operator bool() const { return x || y; }
};
float Vec::dot(Vec o) const { return x * o.x + y * o.y; }
Vec operator*(float k, Vec v) { v *= k; return v; }
Vec operator-(const Vec &v) { return Vec(-v.x, -v.y); }
struct Noise {
    const char *name;
    static int alive;
    Noise(const char *n) : name(n) { alive++; printf("+%s ", name); }
    Noise(const Noise &o) : name(o.name) { alive++; printf("=%s ", name); }
    ~Noise() { alive--; printf("-%s ", name); }
};
int Noise::alive = 0;
Noise make(const char *n) { return Noise(n); }
void take(Noise n) { printf("(%s) ", n.name); }
struct Mixed { char a; double b; short c; char d[3]; };
struct Tree { int value; Tree *left, *right; };
int sum(const Tree *t) { return t ? t->value + sum(t->left) + sum(t->right) : 0; }
union Bits { float f; unsigned u; };
int main() {
    Vec a(1, 2), b(3), c = a + 2.0f * b;
    c *= 0.5f;
    Vec d = -c, e;
    printf("%g %g %g %g %d %d %d\n", c.x, c.y, c.dot(a), c(), c == a, (bool)e, (bool)d);
    printf("%g %g\n", d[0], d[1]);
    {
        Noise n("a");
        take(n);
        Noise m = make("b");
        for (int i = 0; i < 2; i++) Noise t(i ? "y" : "x");
        printf("alive %d ", Noise::alive);
    }
    printf("alive %d\n", Noise::alive);
    printf("%zu %zu %zu\n", sizeof(Mixed), sizeof(Vec), sizeof(Tree));
    Tree l = {1, 0, 0}, r = {2, nullptr, nullptr}, t = {3, &l, &r};
    Tree copy = t;
    copy.value = 10;
    printf("%d %d\n", sum(&t), sum(&copy));
    Bits bits;
    bits.f = 1.0f;
    printf("%08x\n", bits.u);
    Vec many[3] = {Vec(1, 1), Vec(2, 2)};
    printf("%g %g\n", many[1].x, many[2].y);
}
