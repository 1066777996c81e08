// Deques: what they make, copy, move and free, and when, as libstdc++'s.
#include <deque>
#include <queue>
#include <stack>
#include <cstdio>
#include <string>
#include <algorithm>
#include <stdexcept>
#include <sstream>
#include <iterator>
#include <list>
static int made, copied, moved, assigned, massigned, gone, fail_at = -1;
struct E {
    int v; char pad[96];
    static void may_throw() { if (fail_at == 0) { fail_at = -1; throw std::runtime_error("no more"); } if (fail_at > 0) fail_at--; }
    E(int v = 7) : v(v) { may_throw(); made++; }
    E(const E &e) : v(e.v) { may_throw(); copied++; }
    E(E &&e) noexcept : v(e.v) { e.v = -1; moved++; }
    E &operator=(const E &e) { v = e.v; assigned++; return *this; }
    E &operator=(E &&e) noexcept { v = e.v; e.v = -2; massigned++; return *this; }
    ~E() { gone++; }
    bool operator==(const E &e) const { return v == e.v; }
    bool operator<(const E &e) const { return v < e.v; }
};
static void tell(const char *what, const std::deque<E> &d)
{
    printf("%s: %zu [", what, d.size());
    for (const E &e : d) printf(" %d", e.v);
    printf(" ] made %d copied %d moved %d assigned %d massigned %d gone %d\n", made, copied, moved, assigned, massigned, gone);
    made = copied = moved = assigned = massigned = gone = 0;
}
template <class T> struct Counting {
    typedef T value_type;
    int id; static int allocations, bytes;
    explicit Counting(int id = 0) : id(id) {}
    template <class U> Counting(const Counting<U> &o) : id(o.id) {}
    T *allocate(size_t n) { printf("  allocate %zu of %zu by %d\n", n, sizeof(T), id); return (T *)::operator new(n * sizeof(T)); }
    void deallocate(T *p, size_t n) { printf("  free %zu of %zu by %d\n", n, sizeof(T), id); ::operator delete(p); }
    template <class U> bool operator==(const Counting<U> &o) const { return id == o.id; }
    template <class U> bool operator!=(const Counting<U> &o) const { return id != o.id; }
};
int main()
{
    std::deque<E> d;
    for (int i = 0; i < 12; i++) d.emplace_back(i);
    tell("back", d);
    for (int i = 0; i < 9; i++) d.emplace_front(-10 - i);
    tell("front", d);
    d.insert(d.begin() + 3, E(100)); tell("insert near front", d);
    d.insert(d.end() - 3, E(101)); tell("insert near end", d);
    E x(55);
    d.insert(d.begin() + 5, 3, x); tell("three near front", d);
    d.insert(d.begin() + 1, 4, x); tell("four behind one", d);
    d.insert(d.end() - 5, 2, x); tell("two near end", d);
    d.insert(d.end() - 1, 6, x); tell("six before one", d);
    d.insert(d.begin(), 2, x); tell("two at begin", d);
    d.insert(d.end(), 2, x); tell("two at end", d);
    d.insert(d.begin() + 2, d[4]); tell("own element", d);
    E more[] = {1, 2, 3, 4, 5};
    made = 0;
    d.insert(d.begin() + 7, more, more + 5); tell("range", d);
    std::list<int> l{8, 9};
    d.insert(d.end() - 2, l.begin(), l.end()); tell("list", d);
    std::istringstream in("31 32 33");
    d.insert(d.begin() + 1, std::istream_iterator<int>(in), std::istream_iterator<int>()); tell("stream", d);
    d.erase(d.begin() + 2); tell("erase near front", d);
    d.erase(d.end() - 2); tell("erase near end", d);
    d.erase(d.begin() + 3, d.begin() + 9); tell("erase six", d);
    d.erase(d.end() - 8, d.end() - 4); tell("erase four", d);
    d.resize(10); tell("resize down", d);
    d.resize(14); tell("resize up", d);
    d.resize(17, x); tell("resize with", d);
    std::deque<E> c(d); tell("copy", c);
    c = d; tell("assign", c);
    std::deque<E> m(std::move(c)); tell("move", m); tell("moved from", c);
    c.push_back(3); c = std::move(m); tell("move assign", c); tell("from", m);
    m.assign(5, x); tell("assign five", m);
    m.assign(2, x); tell("assign two", m);
    m.assign(more, more + 4); tell("assign four", m);
    m.assign({E(1), E(2)}); tell("assign list", m);
    std::sort(d.begin(), d.end()); printf("%d %d\n", d.front().v, d.back().v);
    made = copied = moved = assigned = massigned = gone = 0;
    for (int i = 0; i < 5; i++) d.pop_front();
    for (int i = 0; i < 6; i++) d.pop_back();
    tell("pops", d);
    for (int at = 0; at < 3; at++) {
        fail_at = at;
        try { d.insert(d.begin() + 2, 3, x); } catch (const std::exception &e) { printf("%s\n", e.what()); }
        tell("failed", d);
    }
    fail_at = 3;
    try { std::deque<E> f(9); } catch (const std::exception &e) { printf("%s\n", e.what()); }
    tell("failed whole", d);
    try { d.at(20); } catch (const std::out_of_range &e) { printf("%s\n", e.what()); }
    d.shrink_to_fit(); tell("shrunk", d);
    d.swap(m); tell("swapped", d);
    std::deque<int> n(1000);
    for (int i = 0; i < 1000; i++) n[i] = i * 37 % 1000;
    std::sort(n.begin(), n.end(), [](int a, int b) { return a > b; });
    auto it = std::lower_bound(n.rbegin(), n.rend(), 500);
    printf("%d %td %d %d\n", *it, it - n.rbegin(), n.end()[-3], *(n.begin() + 700 - 400));
    printf("%zu %zu %d %d\n", sizeof(n), sizeof(n.begin()), n.begin() < n.end(), n.cend() - n.begin() == 1000);
    std::rotate(n.begin(), n.begin() + 333, n.end());
    n.erase(std::remove_if(n.begin(), n.end(), [](int v) { return v % 3; }), n.end());
    printf("%zu %d %d\n", n.size(), n[0], n[100]);
    {
        Counting<double> a(5), b(6);
        std::deque<double, Counting<double>> q(a);
        for (int i = 0; i < 200; i++) q.push_back(i);
        for (int i = 0; i < 150; i++) q.pop_front();
        for (int i = 0; i < 700; i++) q.push_front(i);
        std::deque<double, Counting<double>> r(q), s(3, 1.5, b);
        printf("assigning\n");
        s = r; printf("moving\n"); s = std::move(r); printf("%zu %zu %d\n", s.size(), r.size(), s.get_allocator().id);
        q.clear(); printf("cleared\n"); q.shrink_to_fit();
    }
    std::queue<std::string> sq; std::stack<int> st;
    for (int i = 0; i < 40; i++) { sq.push(std::string(i, 'a' + i % 26)); st.push(i); }
    while (sq.size() > 2) sq.pop();
    while (st.size() > 20) st.pop();
    printf("%s %s %d\n", sq.front().c_str(), sq.back().c_str(), st.top());
    std::deque<int> e1{1, 2, 3}, e2{1, 2, 4}; printf("%d %d %d\n", e1 < e2, e1 == e2, e1 != e2);
    std::deque g(e1.begin(), e1.end()); std::deque<int>::iterator none{}; printf("%d %td\n", none == std::deque<int>::iterator(), none - none);
}
