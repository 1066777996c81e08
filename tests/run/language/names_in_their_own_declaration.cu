// The name of a function template is known behind its declarator, not in it: there it names what was declared before.
#include <cstdio>
#include <utility>

int h(long) { return 5; }
template <class T> auto h(T t) -> decltype(h((long)t)) { return 1; }

const char *kind(...) { return "any"; }
template <class T, class R = decltype(kind(T()))> R kind(T) { return "one"; }

struct P {
    int n;
};
int size(int) { return 4; }
template <class T> auto size(T t) -> decltype(size(t.n)) { return 10 + size(t.n); }

template <class T> int depth(T) { return 0; }
template <class T> auto depth(T *t) -> decltype(depth(*t)) { return 1 + depth(*t); }

int main()
{
    int i = 0;
    std::printf("%d %s %d %d\n", h(3), kind(3), size(P{1}), depth(&i));
}
