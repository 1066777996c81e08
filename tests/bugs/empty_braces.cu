// `{}` for a parameter whose type another argument or a default says; a list constructor takes it where there is no other.
#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>
struct Poly {
    std::vector<double> c;
    Poly(std::initializer_list<double> l) : c(l) {}
};
struct Both {
    int how;
    Both() : how(1) {}
    Both(std::initializer_list<int> l) : how(2 + (int)l.size()) {}
};
template <class T> T larger(T a, T b) { return a < b ? b : a; }
template <class... T> int count(T &&...) { return sizeof...(T); }
int main()
{
    Poly p{}, q = {}, r{1.5, 2};
    Both a{}, c{{}};
    printf("%zu %zu %zu %d %d\n", p.c.size(), q.c.size(), r.c.size(), a.how, c.how);
    int x = 5, old = std::exchange(x, {});
    std::string s = "text", was = std::exchange(s, {});
    std::istringstream in("1 2 3");
    std::vector<int> v;
    std::copy(std::istream_iterator<int>(in), {}, std::back_inserter(v));
    printf("%d %d %s%s %zu %d %d\n", x, old, s.c_str(), was.c_str(), v.size(), larger(-3, {}), count(1, 'c'));
}
