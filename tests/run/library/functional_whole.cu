#include <functional>
#include <iostream>
#include <vector>
#include <string>
#include <algorithm>
#include <map>
struct S { int v; int add(int x) const { return v + x; } void set(int x) { v = x; } virtual int vf() { return 1; } };
struct D : S { int vf() override { return 2; } };
int plus3(int a, int b, int c) { return a * 100 + b * 10 + c; }
struct Functor { int operator()(int x) { return x * 2; } };
int main() {
    using namespace std::placeholders;
    S s; s.v = 5;
    std::cout << std::invoke(&S::add, s, 3) << std::invoke(&S::add, &s, 4) << std::invoke(&S::v, s) << "\n";
    std::cout << std::invoke(plus3, 1, 2, 3) << "\n";
    auto m = std::mem_fn(&S::add);
    std::cout << m(s, 10) << " " << m(&s, 11) << "\n";
    auto b = std::bind(plus3, _2, 7, _1);
    std::cout << b(1, 2) << "\n";
    auto b2 = std::bind(&S::add, &s, _1);
    std::cout << b2(1) << "\n";
    auto b3 = std::bind(&S::set, std::ref(s), 9); b3(); std::cout << s.v << "\n";
    auto b4 = std::bind(plus3, 1, std::bind(std::plus<int>(), _1, _2), 3);
    std::cout << b4(4, 5) << "\n";
    auto nf = std::not_fn([](int x) { return x > 2; });
    std::cout << nf(1) << nf(3) << "\n";
    std::function<int(const S&, int)> f = &S::add;
    std::cout << f(s, 1) << "\n";
    std::function<int(S&)> g = &S::v; std::cout << g(s) << "\n";
    std::function<int(int)> e;
    try { e(1); } catch (const std::bad_function_call& x) { std::cout << "bad: " << x.what() << "\n"; }
    std::function<int(int,int)> pl = std::plus<int>();
    std::function<int(int,int)> fm = [](int a, int b) { return a - b; };
    std::swap(pl, fm); std::cout << pl(5, 3) << fm(5, 3) << "\n";
    if (e == nullptr) std::cout << "empty\n";
    if (pl != nullptr) std::cout << "full\n";
    pl = nullptr; std::cout << bool(pl) << "\n";
    pl = std::multiplies<>(); std::cout << pl(6, 7) << "\n";
    int (*fp)(int,int,int) = plus3; std::function<int(int,int,int)> h(fp);
    auto t = h.target<int(*)(int,int,int)>(); std::cout << (t && *t == plus3) << (h.target_type() == typeid(fp)) << "\n";
    D d; std::reference_wrapper<S> rw(d); std::cout << rw.get().vf() << "\n";
    auto rf = std::ref(pl); std::cout << bool(rf.get()) << "\n";
    std::vector<std::reference_wrapper<int>> vr; int a1 = 1, a2 = 2; vr.push_back(a2); vr.push_back(std::ref(a1));
    std::sort(vr.begin(), vr.end(), [](int& x, int& y) { return x < y; });
    for (int& x : vr) { x += 10; std::cout << x << " "; } std::cout << a1 << a2 << "\n";
    std::cout << std::hash<std::string>()("hello") << " " << std::hash<int>{}(42) << " " << std::hash<double>{}(1.5) << "\n";
    std::cout << std::less<>()(1, 2) << std::greater<int>()(1, 2) << std::negate<int>()(4) << std::bit_not<int>()(4) << std::logical_not<bool>()(true) << "\n";
    std::map<std::string, std::function<double(double, double)>> ops{{"+", std::plus<double>()}, {"-", [](double a, double b) { return a - b; }}, {"*", std::multiplies<double>()}};
    for (auto& [k, op] : ops) std::cout << k << op(3, 4) << " "; std::cout << "\n";
    std::function<int(int)> fact = [&](int n) { return n <= 1 ? 1 : n * fact(n - 1); }; std::cout << fact(10) << "\n";
    std::function<void(int)> vd = Functor(); vd(2);
}
