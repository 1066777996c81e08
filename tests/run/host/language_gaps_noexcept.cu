// What `noexcept` says of functions, lambdas and the library's members.
#include <array>
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <string>
#include <utility>
#include <vector>

struct Quiet { void go() noexcept {} };
struct Loud { void go() {} };
template <class T> void forward_to(T &t) noexcept(noexcept(t.go())) { t.go(); }

template <class T> void members(T &t)
{
    printf("%d%d%d%d%d", noexcept(t.size()), noexcept(t.begin()), noexcept(t.end()), noexcept(t.empty()), noexcept(t.swap(t)));
}

int main()
{
    Quiet quiet;
    Loud loud;
    printf("%d%d\n", noexcept(forward_to(quiet)), noexcept(forward_to(loud)));
    auto still = [](int x) noexcept { return x; };
    auto maybe = [](auto x) noexcept(sizeof(x) > 1) { return x; };
    auto noisy = [](int x) { return x; };
    printf("%d%d%d%d%d\n", noexcept(still(1)), noexcept(maybe(1)), noexcept(maybe('c')), noexcept(noisy(1)), noexcept([]() noexcept {}()));
    std::vector<int> v{1};
    std::string s = "s";
    std::deque<int> d{1};
    std::list<int> l{1};
    std::map<int, int> m{{1, 2}};
    members(v), members(s), members(d), members(l), members(m);
    std::array<int, 2> a{};
    printf("\n%d%d%d%d%d%d\n", noexcept(v[0]), noexcept(s[0]), noexcept(v.at(0)), noexcept(m[0]), noexcept(a.size()), noexcept(s.c_str()));
    printf("%d%d%d\n", noexcept(v.push_back(1)), noexcept(v = std::move(v)), noexcept(v.clear()));
}
