// A local that is returned is moved, also where the result is of another class.
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

struct B {
    virtual ~B() { printf("~B\n"); }
    virtual int f() { return 1; }
};
struct D : B {
    ~D() override { printf("~D\n"); }
    int f() override { return 2; }
};

std::unique_ptr<B> made() {
    std::unique_ptr<D> d(new D);
    return d;
}
std::shared_ptr<B> shared() {
    auto d = std::make_unique<D>();
    return d;
}
std::unique_ptr<B> handed_on(std::unique_ptr<D> d) { return d; }
std::optional<std::vector<int>> some(int n) {
    std::vector<int> v(n, 7);
    const int *before = v.data();
    auto is_same = [&](const std::optional<std::vector<int>> &o) { return o->data() == before; };
    std::optional<std::vector<int>> o = std::move(v);
    printf("moved %d, left %d\n", is_same(o), (int)v.size());
    return o;
}
struct From {
    int x;
};
struct To {
    int how;
    To(const From &) : how(1) {}
    To(From &&) : how(2) {}
};
To converted() {
    From from{3};
    return from;
}
To fixed() {
    const From from{3};
    return from;
}

int main() {
    printf("%d\n", made()->f());
    printf("%d\n", shared()->f());
    printf("%d\n", handed_on(std::make_unique<D>())->f());
    printf("%d\n", (int)some(3)->size());
    printf("%d %d\n", converted().how, fixed().how);
}
