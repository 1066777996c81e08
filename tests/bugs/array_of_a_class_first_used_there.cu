// An array of a class template that nothing needed before: its elements lie one after the other.
#include <cstdio>
template <class A, class B> struct Q { A first; B second; constexpr Q(const A &a, const B &b) : first(a), second(b) {} };
static void t2() { static const Q<int, const char *> r[] = {{4, "IV"}, {1, "I"}}; for (auto &p : r) printf("%s\n", p.second); }
int main(int c, char **v) { t2(); }
