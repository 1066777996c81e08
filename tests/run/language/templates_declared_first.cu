// What the first declaration of a template says counts for its definition too; a specialisation is found by its result.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// --- specialisations
template <class T> T made(int) { return T(); }
template <> int made(int v) { return v; }
template <> double made(int v) { return v / 2.0; }
template <class T> std::pair<T, T> twice(int v);
template <> std::pair<char, char> twice(int v) { return {char(v), char(v + 1)}; }

// --- a template among members of its name
struct Options {
    std::string &get(const std::string &name);
    const std::string &get(const std::string &name) const;
    template <class T> T get(const std::string &name) const;
    std::map<std::string, std::string> all;
};
template <class T> T Options::get(const std::string &name) const { return T(get(name).size()); }
template <> inline bool Options::get<bool>(const std::string &name) const { return get(name) == "yes"; }
std::string &Options::get(const std::string &name) { return all[name]; }
const std::string &Options::get(const std::string &name) const { return all.find(name)->second; }

// --- default arguments, `static`
template <class T> int sum(T a, int b = sizeof(T));
template <class U> int sum(U a, int b) { return int(a) + b; }
struct Box {
    template <class T> int add(T a, T b = T(5)) const;
    template <class T> static int held(T a = 4);
};
template <class U> int Box::add(U a, U b) const { return int(a + b); }
template <class U> int Box::held(U a) { return int(a); }

// --- the same template under other names, its type written otherwise
namespace n {
template <class T> struct Value { T x; };
template <class T> Value<T> scaled(const Value<T> &v, int k);
}
template <class U> n::Value<U> n::scaled(const n::Value<U> &v, int k) { return {v.x * k}; }

// --- parameters that are arrays by another name
template <int N, class T> using Matrix = T[N][N];
template <int N, class T> T corner(const Matrix<N, T> m) { return m[N - 1][N - 1]; }

// --- bases and alignment that depend on parameters
template <class F, class... A> constexpr auto check(int) -> decltype(std::declval<F>()(std::declval<A>()...), std::true_type{});
template <class, class...> constexpr auto check(long) -> std::false_type;
template <class F, class S> struct callable;
template <class F, class R, class... A> struct callable<F, R(A...)> : decltype(check<F, A...>(0)) {};
struct Call { int operator()(int, const char *); };
template <class T, int N> struct alignas(sizeof(T) * N) Lanes { T data[N]; };

// --- member classes are defined when they are needed, then with what stands outside
template <class T> struct Wider { typedef long type; };
template <class T> struct List {
    struct Node {
        List<typename Wider<T>::type> others;
        T value;
        T doubled() const;
    };
    Node *first = nullptr;
};
template <class T> T List<T>::Node::doubled() const { return value * 2; }

// --- a member with the name of its class
struct grid { int grid[3]; };

template <class T, int N> void show_alignment()
{
    struct alignas(sizeof(T) * N) Local { T data[N]; };
    printf("%zu %zu\n", alignof(Local), alignof(Lanes<T, N>));
}

int main()
{
    printf("%d %g %c%c\n", made<int>(3), made<double>(3), twice<char>('a').first, twice<char>('a').second);
    Options o;
    o.get("a") = "yes";
    const Options &c = o;
    printf("%s %d %d\n", c.get("a").c_str(), o.get<int>("a"), o.get<bool>("a"));
    printf("%d %d %d %d\n", sum('\1'), sum('\1', 3), Box().add(2.0), Box::held<short>());
    printf("%d\n", n::scaled(n::Value<int>{4}, 3).x);
    double m[3][3] = {};
    m[2][2] = 7;
    printf("%g %g\n", corner(m), corner<3, double>(m));
    printf("%d %d\n", callable<Call, int(int, const char *)>::value, callable<Call, int(char **)>::value);
    show_alignment<float, 4>();
    List<long>::Node inner{{}, 5};
    List<int>::Node node{{&inner}, 21};
    printf("%d %ld\n", node.doubled(), node.others.first->doubled());
    grid g;
    g.grid[1] = 4;
    struct grid h = g;
    printf("%d\n", h.grid[1]);
    std::vector<int> v{3, 1, 2};
    sort(v.begin(), v.end() - 1);
    printf("%d %d %d\n", v[0], v[1], v[2]);
}
