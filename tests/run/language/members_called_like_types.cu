// A member that is called like a type outside hides it in all bodies of its class, also in those before it.
#include <cstdio>
#include <map>
#include <utility>
using namespace std;
struct amount {
    int v = 1;
    int get() const { return v; }
};
struct width { int w = 9; };
template <class T> struct box {
    T v{};
    int get() const { return 3; }
};
class Bag {
public:
    explicit Bag(int n) : n_(n), width(n * 2) {}
    int first() const { return amount().get(); }
    int second() const { return box().get() * 2; }
    int third() const { return width * width + this->width; }
    int fourth() const { return limit + (int)map.size(); }
    const ::amount &amount() const { return count_; }
    ::box<int> box() const { return {}; }
    // What declarations name first stays a type.
    typedef std::pair<int, int> pair;
    pair both() const { return pair(1, n_); }

private:
    int n_;
    ::amount count_{5};
    unsigned width;
    std::map<int, int> map{{1, 2}, {3, 4}};
    static constexpr int limit = 4;
};
struct limit {};
template <class T> struct Span {
    T *p;
    int n;
    int total() const { return reach() + reach(); }
    int reach() const { return n; }
};
struct reach { char c[100]; };
int main()
{
    Bag bag(3);
    printf("%d %d %d %d %d\n", bag.first(), bag.second(), bag.third(), bag.fourth(), bag.both().second);
    printf("%d %zu %d\n", Span<int>{nullptr, 4}.total(), sizeof(reach), width().w);
}
