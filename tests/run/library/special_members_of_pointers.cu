// Special members that print: smart pointers, exceptions in constructors.
#include <iostream>
#include <memory>
#include <stdexcept>
#include <vector>
#include <string>
struct Tracer { std::string n; Tracer(std::string s) : n(s) { std::cout << "+" << n << '\n'; } Tracer(const Tracer &o) : n(o.n + "'") { std::cout << "c" << n << '\n'; } Tracer(Tracer &&o) noexcept : n(std::move(o.n)) { std::cout << "m" << n << '\n'; o.n = "moved"; } ~Tracer() { std::cout << "-" << n << '\n'; } };
struct Member { Tracer a, b; Member(int k) : a("a"), b(k > 1 ? throw std::runtime_error("b failed") : std::string("b")) { std::cout << "body\n"; if (k == 1) throw 42; } ~Member() { std::cout << "~Member\n"; } };
struct Base { Tracer t{"base"}; Base() { std::cout << "Base\n"; } virtual ~Base() { std::cout << "~Base\n"; } virtual void hi() { std::cout << "base hi\n"; } };
struct Derived : Base { Tracer u{"derived"}; Derived(bool f = false) { std::cout << "Derived\n"; if (f) throw std::logic_error("derived failed"); } ~Derived() override { std::cout << "~Derived\n"; } void hi() override { std::cout << "derived hi\n"; } };
template <class T> class UPtr { T *p; public: explicit UPtr(T *p = nullptr) : p(p) {} UPtr(const UPtr &) = delete; UPtr(UPtr &&o) noexcept : p(o.release()) { std::cout << "uptr move\n"; } UPtr &operator=(UPtr &&o) noexcept { std::cout << "uptr move=\n"; reset(o.release()); return *this; } ~UPtr() { std::cout << "~uptr " << (p ? "full" : "empty") << '\n'; delete p; } T *release() { T *t = p; p = nullptr; return t; } void reset(T *q) { T *o = p; p = q; delete o; } T &operator*() const { return *p; } T *operator->() const { return p; } explicit operator bool() const { return p; } };
template <class T> class SPtr { T *p; int *c; void drop() { if (c && --*c == 0) { std::cout << "last\n"; delete p; delete c; } } public: explicit SPtr(T *p) : p(p), c(new int(1)) {} SPtr(const SPtr &o) : p(o.p), c(o.c) { ++*c; } SPtr(SPtr &&o) noexcept : p(o.p), c(o.c) { o.p = nullptr; o.c = nullptr; } SPtr &operator=(SPtr o) noexcept { std::swap(p, o.p); std::swap(c, o.c); return *this; } ~SPtr() { drop(); } int count() const { return c ? *c : 0; } T *operator->() const { return p; } };
template <class T, class... A> UPtr<T> make(A &&...a) { UPtr<T> p(new T(std::forward<A>(a)...)); return p; }
UPtr<Base> factory(int k) { UPtr<Base> r; if (k == 0) { r.reset(new Base); return r; } r.reset(new Derived); return r; }
std::unique_ptr<Base> stdfactory(int k) { if (k) return std::make_unique<Derived>(); return std::make_unique<Base>(); }
std::vector<std::unique_ptr<Base>> zoo() { std::vector<std::unique_ptr<Base>> v; v.push_back(stdfactory(0)); v.push_back(stdfactory(1)); v.emplace_back(new Derived); return v; }
Tracer nested(int n) { Tracer t("n" + std::to_string(n)); try { if (n == 1) throw 1; Tracer u("inner"); if (n == 2) throw std::string("two"); return t; } catch (int) { std::cout << "int\n"; return t; } }
struct D { ~D() { std::cout << "~D\n"; } };
Tracer temps(const D &, const D &) { return Tracer("temps"); }
int main() {
    for (int k = 0; k < 3; k++) try { Member m(k); std::cout << "ok\n"; } catch (const std::exception &e) { std::cout << e.what() << '\n'; } catch (int i) { std::cout << i << '\n'; }
    try { Derived d(true); } catch (std::logic_error &e) { std::cout << e.what() << '\n'; }
    try { Base *p = new Derived(true); p->hi(); } catch (std::logic_error &e) { std::cout << e.what() << '\n'; }
    { auto p = make<Tracer>("made"); auto q = std::move(p); std::cout << bool(p) << bool(q) << q->n << '\n'; }
    { auto b = factory(0), d = factory(1); b->hi(); d->hi(); b = std::move(d); b->hi(); }
    { auto z = zoo(); for (auto &x : z) x->hi(); }
    { SPtr<Tracer> a(new Tracer("shared")); SPtr<Tracer> b = a; { SPtr<Tracer> c(b); std::cout << c.count() << '\n'; } b = SPtr<Tracer>(new Tracer("second")); std::cout << a.count() << b.count() << '\n'; a = b; std::cout << a.count() << '\n'; }
    for (int n = 0; n < 3; n++) try { Tracer t = nested(n); std::cout << "got " << t.n << '\n'; } catch (std::string &s) { std::cout << s << '\n'; }
    { Tracer t = temps(D(), D()); std::cout << "after\n"; }
    { std::shared_ptr<Tracer> s = std::make_shared<Tracer>("std"); std::weak_ptr<Tracer> w = s; std::cout << s.use_count() << w.expired() << '\n'; auto t = s; s.reset(); std::cout << t.use_count() << '\n'; t.reset(); std::cout << w.expired() << '\n'; }
    try { std::vector<Member> v; v.reserve(3); v.emplace_back(0); v.emplace_back(1); } catch (int i) { std::cout << "vec " << i << '\n'; }
    try { Tracer t("thrown"); throw t; } catch (Tracer t) { std::cout << "caught " << t.n << '\n'; }
    try { throw Tracer("direct"); } catch (Tracer &t) { std::cout << "caught " << t.n << '\n'; }
}
