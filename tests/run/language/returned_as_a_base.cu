// A local that is returned as an object of its base is copied, one that another class takes by reference is moved.
#include <cstdio>
#include <memory>
#include <utility>
struct Base {
    Base() {}
    Base(const Base &) { puts("copy"); }
    Base(Base &&) { puts("move"); }
};
struct Derived : Base {
    Derived() {}
    Derived(Derived &&) = default;
};
struct Taker {
    Taker(Derived &&) { puts("taken"); }
};
Base slice(Derived d) { return d; }
Base same(Base b) { return b; }
Taker take() { Derived d; return d; }
std::unique_ptr<const int> pointer() { auto p = std::make_unique<int>(3); return p; }
int main()
{
    slice(Derived());
    puts("-");
    same(Base());
    puts("-");
    take();
    printf("%d\n", *pointer());
}
