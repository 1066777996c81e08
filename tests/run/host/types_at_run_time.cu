// Types at run time: dynamic_cast up, down and across, typeid, names as g++ gives them.
#include <cstdio>
#include <typeinfo>
#include <string>
#include <vector>
struct Shape { virtual ~Shape() {} virtual int sides() const { return 0; } };
struct Square : Shape { int sides() const override { return 4; } int side = 3; };
struct Extra { virtual ~Extra() {} int e = 9; };
struct Both : Square, Extra { };
class Hidden {};
enum Color { red };
template <class T, int N> struct Arr {};
int main() {
    Square sq; Both both; Shape plain; Shape *p = &sq, *q = &both, *r = &plain, *null = nullptr;
    printf("%d %d %d\n", dynamic_cast<Square *>(p) != nullptr, dynamic_cast<Both *>(p) == nullptr, dynamic_cast<Square *>(r) == nullptr);
    printf("%d\n", dynamic_cast<Extra *>(q)->e);
    Extra *e = &both; printf("%d %d\n", dynamic_cast<Square *>(e)->side, dynamic_cast<void *>(e) == (void *)&both);
    printf("%d %d\n", dynamic_cast<Square *>(null) == nullptr, dynamic_cast<Shape *>(&sq) == p);
    try { dynamic_cast<Both &>(*p); } catch (std::bad_cast &b) { printf("%s\n", b.what()); }
    try { printf("%s\n", typeid(*null).name()); } catch (std::bad_typeid &b) { printf("%s\n", b.what()); }
    printf("%s %s %s\n", typeid(*p).name(), typeid(*q).name(), typeid(p).name());
    printf("%s %s %s %s %s\n", typeid(int).name(), typeid(const double &).name(), typeid(Hidden).name(), typeid(Color).name(), typeid(Arr<int, 3>).name());
    printf("%s %s %s\n", typeid(unsigned char *).name(), typeid(long long).name(), typeid(void (*)(int, const char *)).name());
    printf("%d %d %d\n", typeid(*p) == typeid(Square), typeid(*p) != typeid(Shape), typeid(int) == typeid(int &));
    printf("%zu\n", typeid(Square).hash_code());
    int x = 5; printf("%s %d\n", typeid(x++).name(), x);
    const Shape &cs = sq; if (auto *s = dynamic_cast<const Square *>(&cs)) printf("const %d\n", s->side);
    std::vector<Shape *> v{p, q, r}; for (auto *s : v) printf("%s:%d ", typeid(*s).name(), s->sides()); puts("");
    static_assert(noexcept(1 + 1)); printf("%d %d\n", noexcept(throw 1), noexcept(sq.sides()));
}
