// Room that is asked for, given back, or made in the middle keeps what is there, whether moving may throw or not.
#include <cstdio>
#include <string>
#include <vector>
struct Throwing { int v; Throwing(int v) : v(v) {} Throwing(const Throwing &o) : v(o.v) {} Throwing &operator=(const Throwing &) = default; operator int() const { return v; } };
template <class T> void run(const char *name)
{
    std::vector<T> v;
    for (int i = 0; i < 5; i++) v.push_back(T(i));
    v.reserve(50);
    v.shrink_to_fit();
    v.insert(v.begin() + 2, 3, T(9));
    v.insert(v.begin() + 1, T(7));
    v.reserve(40);
    v.insert(v.begin() + 3, 2, T(6));
    v.insert(v.end() - 1, 4, T(5));
    v.resize(18, T(1));
    std::vector<T> w(v.begin() + 4, v.end());
    v.insert(v.begin() + 1, w.begin(), w.end());
    w.assign(3, T(2));
    w.reserve(20);
    w.insert(w.begin(), v.begin(), v.begin() + 4);
    v.erase(v.begin() + 2, v.begin() + 6);
    printf("%s:", name);
    for (const T &x : v) printf(" %d", (int)x);
    printf(" |");
    for (const T &x : w) printf(" %d", (int)x);
    printf(" %zu %d\n", v.size(), w.capacity() >= 20);
}
int main()
{
    run<int>("int");
    run<Throwing>("throwing");
    std::vector<std::string> names;
    names.reserve(2);
    names.push_back("a");
    names.reserve(10);
    names.emplace_back("b");
    names.shrink_to_fit();
    printf("%s%s %zu %zu\n", names[0].c_str(), names[1].c_str(), names.size(), names.capacity());
}
