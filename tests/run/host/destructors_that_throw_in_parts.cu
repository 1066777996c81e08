// More of destructors that throw: virtual bases, constructors, arguments, statements, handlers.
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>
#include <memory>
#include <string>
struct Loud { int id; bool t; Loud(int id, bool t) : id(id), t(t) {} ~Loud() noexcept(false) { printf(" ~%d", id); if (t) throw id; } };
struct V { ~V() { printf(" V"); } };
struct W : virtual V { Loud l{1, true}; ~W() noexcept(false) { printf(" W"); } };
struct Ctor { Loud l{5, false}; V v; Ctor() { Loud in{6, true}; printf(" made"); } };
int arg(Loud l) { printf(" arg"); return l.id; }
Loud give(bool t) { return Loud(9, t); }
template <class F> void run(const char *n, F f) { printf("%s:", n); try { f(); printf(" none"); } catch (int i) { printf(" int %d", i); } catch (...) { printf(" other"); } printf(" %d\n", std::uncaught_exceptions()); }
int main() {
    run("virtual base", [] { W w; });
    run("constructor", [] { Ctor c; });
    run("argument", [] { arg(Loud(8, true)); });
    run("two temporaries", [] { (give(true), give(false)); });
    run("conditional", [] { for (int i = 0; i < 2; i++) i ? give(true).id : 0; });
    run("static", [] { static Loud l{10, false}; });
    run("switch", [] { switch (Loud l{11, true}; l.id) { case 11: printf(" eleven"); break; default: printf(" no"); } });
    run("unique", [] { auto p = new std::string("x"); std::unique_ptr<std::string> u(p); Loud l{12, true}; });
    run("nested", [] { try { Loud l{13, true}; Loud m{14, false}; } catch (int) { Loud n{15, true}; printf(" in handler"); } });
    run("break", [] { while (true) { Loud l{16, true}; break; } });
    run("lambda value", [] { auto f = [l = Loud(17, false)] { return l.id; }; f(); });
    run("vector", [] { std::vector<std::string> v{"a", "b"}; Loud l{18, true}; v.push_back("c"); });
    run("handler variable", [] { try { throw std::runtime_error("x"); } catch (const std::exception &e) { Loud l{19, true}; printf(" %s", e.what()); } });
}
