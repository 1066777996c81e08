// Ordered containers: the comparisons they make, what they copy, and many elements in every order.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>
#include <functional>
static long compared = 0, copies = 0, moves = 0, made = 0, destroyed = 0;
struct Less { bool operator()(int a, int b) const { compared++; return a < b; } };
struct Noisy {
    int v;
    Noisy(int v = 0) : v(v) { made++; }
    Noisy(const Noisy &o) : v(o.v) { copies++; }
    Noisy(Noisy &&o) noexcept : v(o.v) { moves++; o.v = -1; }
    Noisy &operator=(const Noisy &o) { v = o.v; copies++; return *this; }
    ~Noisy() { destroyed++; }
    bool operator<(const Noisy &o) const { compared++; return v < o.v; }
};
static void say(const char *what)
{
    printf("%-20s compared %ld copies %ld moves %ld made %ld destroyed %ld\n", what, compared, copies, moves, made, destroyed);
    compared = copies = moves = made = destroyed = 0;
}
static unsigned seed = 12345;
static int next_value() { seed = seed * 1103515245u + 12345u; return (int)(seed >> 8); }
template <class S> static long sum_of(const S &s)
{
    long n = 0, k = 1;
    for (auto v : s) n = n * 31 % 1000003 + v * k++ % 1009;
    return n;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 500;
    {
        std::set<int, Less> s;
        for (int i = 0; i < n; i++) s.insert(next_value() % 1000);
        say("insert");
        long found = 0;
        for (int i = 0; i < 1000; i++) found += s.count(i) + (s.find(i) != s.end()) + (s.lower_bound(i) == s.upper_bound(i));
        printf("%zu %ld %ld\n", s.size(), found, sum_of(s));
        say("look");
        for (int i = 0; i < 1000; i += 3) s.erase(i);
        say("erase");
        auto it = s.begin();
        for (int i = 0; it != s.end(); i++) it = i % 5 ? std::next(it) : s.erase(it);
        say("erase by iterator");
        printf("%zu %ld\n", s.size(), sum_of(s));
        auto at = s.equal_range(*s.begin());
        printf("%d %ld\n", *at.first, (long)std::distance(at.first, at.second));
        say("range");
        std::set<int, Less> t(s), u;
        u = t;
        say("copy");
        for (int i = 0; i < 100; i++) u.insert(u.end(), 2000 + i);
        for (int i = 0; i < 100; i++) u.insert(u.begin(), -i);
        for (int i = 0; i < 100; i++) u.insert(u.find(t.empty() ? 0 : *t.begin()), next_value() % 500);
        say("hints");
        t.merge(u);
        printf("%zu %zu %ld %ld\n", t.size(), u.size(), sum_of(t), sum_of(u));
        say("merge");
        t.erase(t.begin(), std::next(t.begin(), 10));
        for (auto r = t.rbegin(); r != t.rend(); ++r) if (*r % 97 == 0) printf("%d ", *r);
        printf("\n");
        u.swap(t);
        printf("%zu %zu\n", t.size(), u.size());
    }
    {
        std::multiset<int, Less> s;
        for (int i = 0; i < n; i++) s.insert(next_value() % 50);
        say("multi insert");
        for (int i = 0; i < 50; i++) s.insert(s.lower_bound(i), i), s.insert(s.upper_bound(i), i), s.insert(s.begin(), i);
        say("multi hints");
        size_t c = 0;
        for (int i = 0; i < 50; i++) c += s.count(i);
        printf("%zu %zu %ld\n", c, s.size(), sum_of(s));
        say("multi count");
        printf("%zu\n", s.erase(7));
        s.erase(s.find(9));
        auto node = s.extract(s.begin());
        node.value() = 1000;
        s.insert(std::move(node));
        printf("%zu %d\n", s.size(), *s.rbegin());
        say("multi erase");
    }
    {
        std::map<Noisy, int> m;
        for (int i = 0; i < 40; i++) m[Noisy(next_value() % 20)] += i;
        say("map []");
        for (int i = 0; i < 40; i++) m.insert({Noisy(next_value() % 40), i});
        say("map insert");
        for (int i = 0; i < 40; i++) m.emplace(next_value() % 60, i);
        say("map emplace");
        for (int i = 0; i < 40; i++) m.try_emplace(Noisy(next_value() % 80), i);
        say("map try_emplace");
        for (int i = 0; i < 40; i++) m.insert_or_assign(Noisy(next_value() % 80), i);
        say("map assign");
        long total = 0;
        for (auto &e : m) total += e.first.v * e.second;
        printf("%zu %ld\n", m.size(), total);
        m.erase(m.begin());
        m.erase(std::prev(m.end()));
        auto handle = m.extract(m.begin());
        handle.key() = Noisy(500);
        auto r = m.insert(std::move(handle));
        printf("%d %d\n", r.inserted, r.position->first.v);
        std::map<Noisy, int> other = std::move(m);
        printf("%zu %zu\n", m.size(), other.size());
    }
    say("map end");
    {
        std::vector<int> v;
        for (int i = 0; i < 30; i++) v.push_back(next_value() % 25);
        std::set<int, Less> a(v.begin(), v.end()), b{5, 3, 9, 3, 1};
        say("ranges");
        std::set<std::string, std::less<>> words{"pear", "apple", "fig"};
        printf("%d %d %zu\n", (int)words.count("fig"), (int)(words.find("plum") == words.end()), words.size());
        std::map<std::string, int> count;
        for (auto w : {"b", "a", "b", "c", "a", "b"}) count[w]++;
        for (auto &e : count) printf("%s=%d ", e.first.c_str(), e.second);
        printf("\n%d %d\n", (int)(b < a), (int)(a == a));
        try { count.at("z"); } catch (const std::exception &e) { printf("%s\n", e.what()); }
    }
    // Up, down, and mixed: many.
    std::map<int, int> up, down, mixed;
    for (int i = 0; i < 20000; i++) up[i] = i, down[-i] = i, mixed[next_value() % 100000]++;
    long sum = 0;
    for (auto &e : mixed) sum += (long)e.first * e.second % 1013;
    for (int i = 0; i < 20000; i += 2) up.erase(i), down.erase(-i);
    printf("%zu %zu %zu %ld %zu\n", up.size(), down.size(), mixed.size(), sum, sizeof(up));
}
