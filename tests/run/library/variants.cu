#include <variant>
#include <any>
#include <optional>
#include <tuple>
#include <utility>
#include <string>
#include <iostream>
#include <vector>
template <class... T> struct overloaded : T... { using T::operator()...; };
template <class... T> overloaded(T...) -> overloaded<T...>;
struct Circle { double r; }; struct Sq { double s; };
using Shape = std::variant<Circle, Sq>;
std::optional<int> parse(const std::string& s) { if (s.empty()) return std::nullopt; return std::stoi(s); }
    template <class T, size_t... I> void pr(const T& t, std::index_sequence<I...>) { ((std::cout << (I ? "," : "") << std::get<I>(t)), ...); std::cout << "\n"; }
int main() {
    std::variant<int, double, std::string> v; std::cout << v.index() << std::get<0>(v) << "\n";
    v = 3.5; std::cout << v.index() << std::get<double>(v) << std::holds_alternative<double>(v) << "\n";
    v = "text"; std::cout << v.index() << std::get<std::string>(v) << "\n";
    try { std::get<int>(v); } catch (const std::bad_variant_access& e) { std::cout << e.what() << "\n"; }
    if (auto p = std::get_if<std::string>(&v)) std::cout << *p << "\n"; if (!std::get_if<0>(&v)) std::cout << "no int\n";
    std::visit([](auto&& x) { std::cout << "visit " << x << "\n"; }, v);
    std::cout << std::visit(overloaded{[](int) { return 1; }, [](double) { return 2; }, [](const std::string& s) { return (int)s.size(); }}, v) << "\n";
    std::vector<Shape> sh{Circle{1}, Sq{2}};
    for (auto& s : sh) std::cout << std::visit([](auto& x) -> double { if constexpr (std::is_same_v<std::decay_t<decltype(x)>, Circle>) return 3 * x.r; else return x.s * x.s; }, s) << " ";
    std::cout << "\n";
    v.emplace<int>(7); v.emplace<2>(3, 'x'); std::cout << std::get<2>(v) << std::variant_size_v<decltype(v)> << "\n";
    std::variant<int, double, std::string> w = v; std::cout << (v == w) << (v < w) << (v != w) << "\n"; w = std::move(v); std::swap(v, w);
    std::variant<std::monostate, int> mo; std::cout << mo.index() << "\n";
    std::variant<int, std::string> x1 = 1, x2 = std::string("q"); std::visit([](auto a, auto b) { std::cout << a << b << "\n"; }, x1, x2);
    std::any a = 1;
    std::cout << std::any_cast<int>(a) << a.has_value() << "\n";
    a = std::string("str");
    std::cout << std::any_cast<std::string&>(a) << (a.type() == typeid(std::string)) << "\n";
    try { std::any_cast<int>(a); } catch (const std::bad_any_cast& e) { std::cout << e.what() << "\n"; }
    if (auto p = std::any_cast<std::string>(&a)) std::cout << p->size() << "\n";
    a.reset();
    std::cout << a.has_value() << "\n";
    auto an = std::make_any<std::pair<int,int>>(1, 2);
    std::cout << std::any_cast<std::pair<int,int>>(an).second << "\n";
    std::any a2 = an;
    a2.emplace<double>(2.5);
    std::cout << std::any_cast<double>(a2) << "\n";
    auto o = parse("42");
    auto n = parse("");
    std::cout << *o << o.value() << n.value_or(-1) << bool(n) << o.has_value() << "\n";
    try { n.value(); } catch (const std::bad_optional_access& e) { std::cout << e.what() << "\n"; }
    std::optional<std::string> os;
    os = "abc";
    os->push_back('d');
    std::cout << *os << os->size() << "\n";
    os.emplace(3, 'z');
    std::cout << *os << "\n";
    auto o2 = std::make_optional<std::string>("mk");
    os.swap(o2);
    std::cout << *os << *o2 << (os == o2) << (os < o2) << (o > 3) << (o == 42) << (n == std::nullopt) << (n < o) << "\n";
    std::optional<int> oc = o;
    oc = {};
    std::cout << oc.has_value() << "\n";
    std::optional<double> od = o;
    std::cout << *od << std::optional<int>(std::in_place, 4).value() << "\n";
    std::string mvd = std::move(*os);
    std::cout << mvd << "\n";
    if (auto r = parse("5"); r) std::cout << "r" << *r << "\n";
    std::tuple<int, std::string, double> t(1, "two", 3.0);
    auto [i, s, d] = t;
    std::cout << i << s << d << std::get<std::string>(t) << "\n";
    int ti;
    double td;
    std::tie(ti, std::ignore, td) = t;
    std::cout << ti << td << "\n";
    auto tc = std::tuple_cat(t, std::make_tuple('c', 5), std::make_pair(1, 2));
    pr(tc, std::make_index_sequence<std::tuple_size<decltype(tc)>::value>());
    std::cout << std::apply([](int a, int b, int c) { return a + b + c; }, std::make_tuple(1, 2, 3)) << "\n";
    std::cout << (std::make_tuple(1, 2) < std::make_tuple(1, 3)) << (std::tie(ti, td) == std::tie(ti, td)) << "\n";
    auto& [r1, r2, r3] = t;
    r1 = 100;
    std::cout << std::get<0>(t) << "\n";
    std::tuple<int&, const std::string&> rt(ti, s);
    std::get<0>(rt) = 55;
    std::cout << ti << "\n";
    struct P { int a; std::string b; P(int a, std::string b) : a(a), b(b) {} };
    auto mp = std::make_from_tuple<P>(std::make_tuple(1, "x"));
    std::cout << mp.a << mp.b << "\n";
    std::tuple dg(1, 2.5, "x");
    std::cout << std::get<1>(dg) << "\n";
    std::swap(t, t);
    std::tuple_element_t<1, decltype(t)> te = "te";
    std::cout << te << "\n";
    int ex = 1;
    int old = std::exchange(ex, 5);
    std::cout << old << ex << "\n";
    std::pair<int, std::string> pp{1, "p"};
    auto [pa, pb] = pp;
    std::cout << pa << pb << pp.first << std::get<1>(pp) << (pp < std::make_pair(2, std::string("a"))) << "\n";
    std::pair<int, int> ps(1, 2), ps2(3, 4);
    ps.swap(ps2);
    std::cout << ps.first << ps2.second << "\n";
    std::pair<std::string, std::vector<int>> pw(std::piecewise_construct, std::forward_as_tuple(3, 'a'), std::forward_as_tuple(2, 7));
    std::cout << pw.first << pw.second.size() << "\n";
    std::cout << std::is_const_v<std::remove_reference_t<decltype(std::as_const(ex))>> << "\n";
    std::pair p3(1, 2.5);
    std::cout << p3.second << "\n";
    std::tie(ps.first, ps.second) = std::make_pair(8, 9);
    std::cout << ps.first << "\n";
    std::pair<const char*, int> pc = {"a", 1};
    std::pair<std::string, long> pd = pc;
    std::cout << pd.first << pd.second << "\n";
}
