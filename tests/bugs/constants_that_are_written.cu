// Objects that are `const` and still written: by the initialiser of a static local, by a destructor, in a `mutable` member.
#include <cstdio>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>
struct C { mutable int n; constexpr C(int n) : n(n) {} int next() const { return n++; } };
struct Holder { C c[2]; };
const C c(3);
static const C d{4};
const Holder holder = {{{1}, {2}}};
struct D { int v; constexpr D(int v) : v(v) {} ~D() { v++; printf("~D %d\n", v); } };
const D e(5);
struct M { int *p; M() : p(new int(4)) {} ~M() { delete p; } };
const M made;
int statics() { static const C s(7); static const D t(2); static const M m; return s.next() + t.v + *m.p; }
int kind(const std::string &s) { static const std::unordered_map<std::string, int> kinds{{"one", 0}, {"two", 1}}; auto k = kinds.find(s); return k == kinds.end() ? -1 : k->second; }
int table(int i) { static const std::vector<int> v{1, 2, 3}; static const std::string s = "abc"; static const std::map<int, int> m{{1, 5}}; return v[i] + s[i] + m.at(1); }
int main()
{
    int first = c.next(), second = c.next();
    printf("%d %d %d %d %d\n", first, second, d.next(), holder.c[1].next(), holder.c[1].n);
    first = statics();
    printf("%d %d %d %d\n", first, statics(), e.v, *made.p);
    printf("%d %d %d %d\n", kind("two"), kind("none"), table(1), table(2));
}
