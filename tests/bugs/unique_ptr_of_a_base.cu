// A `unique_ptr` to a derived class becomes one to its base, and a `shared_ptr`.
#include <cstdio>
#include <memory>
#include <vector>
struct A {
    int x = 1;
};
struct B : A {
    int y = 2;
};
std::unique_ptr<A> make() { return std::make_unique<B>(); }
int main()
{
    std::unique_ptr<A> p = std::make_unique<B>();
    std::vector<std::unique_ptr<A>> all;
    all.push_back(std::make_unique<B>());
    all.push_back(make());
    all[1]->x = 5;
    std::unique_ptr<B> b(new B);
    b->x = 7;
    p = std::move(b);
    std::shared_ptr<A> s = std::make_unique<B>();
    std::shared_ptr<A> t = std::make_shared<B>();
    printf("%d %d %d %d %d %d\n", p->x, all[0]->x, all[1]->x, s->x, t->x, b == nullptr);
    p = nullptr;
    printf("%d\n", p ? 1 : 0);
    return 0;
}
