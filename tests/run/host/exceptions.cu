// Exceptions: what is caught where, what is destroyed on the way, rethrowing, exceptions of the library.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
#include <memory>
struct Noisy { int id; Noisy(int i) : id(i) { printf("+%d ", id); } Noisy(const Noisy &o) : id(o.id + 100) { printf("+%d ", id); } ~Noisy() { printf("-%d ", id); } };
struct Base { virtual ~Base() {} int b = 1; };
struct Derived : Base { int d = 2; };
struct My : std::runtime_error { int code; My(int c) : std::runtime_error("my " + std::to_string(c)), code(c) {} };
int thrower(int k) {
    Noisy n(k);
    switch (k) {
    case 0: throw 42;
    case 1: throw std::runtime_error("runtime");
    case 2: throw My(7);
    case 3: throw "text";
    case 4: throw Derived();
    case 5: throw std::string("a string");
    case 6: throw 2.5;
    case 7: { std::vector<int> v(3); return v.at(5); }
    case 8: return std::stoi("nope");
    case 9: throw new Derived;
    case 10: { std::string s("abc"); return s.at(9); }
    case 11: throw Noisy(50);
    }
    return k;
}
int middle(int k) { Noisy a(10); int r = thrower(k) + Noisy(20).id; Noisy b(30); return r; }
struct Member { Noisy a, b; Noisy c; Member(int k) : a(1), b(k == 1 ? throw 5 : 2), c(3) { if (k == 2) throw 6; } };
struct InBase : Noisy { Noisy m; InBase(int k) : Noisy(61), m(62) { if (k) throw k; } };
int nested() {
    try {
        try { throw std::logic_error("inner"); }
        catch (const std::runtime_error &e) { printf("wrong\n"); }
    } catch (std::logic_error &e) { printf("outer %s\n", e.what()); }
    try {
        try { throw 1; } catch (int i) { printf("rethrow %d\n", i); throw; }
    } catch (int i) { printf("again %d\n", i); }
    try { try { throw 1; } catch (int) { throw 2.0; } } catch (double d) { printf("replaced %g\n", d); }
    for (int i = 0; i < 4; i++) {
        try { if (i == 1) continue; if (i == 2) throw i; if (i == 3) break; printf("loop %d\n", i); }
        catch (int x) { printf("caught %d\n", x); continue; }
        printf("end %d\n", i);
    }
    try { return 5; } catch (...) { return 6; }
}
int rec(int n) { Noisy x(n); if (n == 0) throw std::out_of_range("deep"); return rec(n - 1) + 1; }
int main() {
    for (int k = 0; k < 13; k++) {
        try { printf("%d: ", k); printf("= %d\n", middle(k)); }
        catch (int i) { printf("int %d\n", i); }
        catch (const My &m) { printf("My %d %s\n", m.code, m.what()); }
        catch (const std::exception &e) { printf("exception %s\n", e.what()); }
        catch (const char *s) { printf("chars %s\n", s); }
        catch (Base &b) { printf("Base %d\n", b.b); }
        catch (std::string s) { printf("string %s\n", s.c_str()); }
        catch (Base *b) { printf("pointer %d\n", b->b); delete b; }
        catch (Noisy n) { printf("Noisy %d\n", n.id); }
        catch (...) { printf("something\n"); }
    }
    for (int k = 0; k < 3; k++) { try { Member m(k); printf("made\n"); } catch (int i) { printf("member %d\n", i); } }
    try { InBase *p = new InBase(9); delete p; } catch (int i) { printf("new %d\n", i); }
    try { auto p = std::make_unique<InBase>(0); throw 3; } catch (int i) { printf("unique %d\n", i); }
    printf("%d\n", nested());
    try { rec(3); } catch (std::exception &e) { printf("%s\n", e.what()); }
    std::exception_ptr keep;
    try { throw My(9); } catch (...) { keep = std::current_exception(); }
    try { std::rethrow_exception(keep); } catch (My &m) { printf("kept %d\n", m.code); }
    auto lambda = [](int x) { if (x) throw x * 2; return 1; };
    try { lambda(0); lambda(4); } catch (int i) { printf("lambda %d\n", i); }
    int (*fp)(int) = thrower;
    try { fp(0); } catch (int i) { printf("pointer %d\n", i); }
    try { char *huge = new char[1ull << 60]; printf("%p\n", huge); } catch (std::bad_alloc &e) { printf("%s\n", e.what()); }
    return 0;
}
