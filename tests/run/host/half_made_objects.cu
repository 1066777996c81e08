// A constructor throws: what was made before it is destroyed, and memory goes back to where it came from.
#include <cstdio>
#include <cstdlib>
#include <new>
static int made = 0;
struct Third {
    int n;
    Third() : n(made++) { if (n == 2) throw n; }
    ~Third() { printf("~%d ", n); }
};
struct Loud {
    int n;
    Loud(int n) : n(n) { if (n < 0) throw n; }
    ~Loud() { printf("~%d ", n); }
};
struct Arrays { Loud first{10}; Third a[3]; };
struct Rows { Third a[2][2]; };
struct Aggregate { Loud a, b; int n; Loud c; };
struct Delegating {
    Loud member{20};
    Delegating(int) {}
    Delegating() : Delegating(0) { throw 2; }
    ~Delegating() { printf("~Delegating "); }
};
struct Derived : Delegating { Derived() : Delegating() {} };
struct Placed {
    Placed() { throw 1; }
    Placed(int) {}
    static void *operator new(size_t n) { printf("new "); return malloc(n); }
    static void *operator new(size_t n, int a, char b) { printf("new(%d, %c) ", a, b); return malloc(n); }
    static void *operator new(size_t n, double) { printf("new(double) "); static char room[64]; return room; }
    static void operator delete(void *p) { printf("delete "); free(p); }
    static void operator delete(void *p, int a, char b) { printf("delete(%d, %c) ", a, b); free(p); }
};
struct Arena { alignas(16) char bytes[256]; };
void *operator new(size_t, Arena &a) { return a.bytes; }
void operator delete(void *p, Arena &a) { printf("arena %d ", p == a.bytes); }
void *operator new[](size_t, Arena &a) { return a.bytes; }
void operator delete[](void *p, Arena &a) { printf("arena[] %d ", p == a.bytes); }
template <class T> struct Tag { T value; };
template <class T> void *operator new(size_t n, Tag<T> tag) { printf("tag %d ", (int)tag.value); return malloc(n); }
template <class T> void operator delete(void *p, Tag<T> tag) { printf("untag %d ", (int)tag.value); free(p); }
struct Fails { int n[4]; Fails() { throw 1; } };

template <class F> static void attempt(const char *what, F run)
{
    made = 0;
    try {
        run();
        printf("nothing thrown: ");
    } catch (int) {
    }
    puts(what);
}

int main()
{
    attempt("local", [] { Third a[4]; });
    attempt("new", [] { new Third[4]; });
    attempt("member", [] { Arrays a; });
    attempt("rows", [] { Rows r; });
    attempt("list", [] { Loud a[4] = {1, 2, -3, 4}; });
    attempt("new list", [] { new Loud[3]{5, 6, -1}; });
    attempt("aggregate", [] { Aggregate a{7, 8, 0, -1}; });
    attempt("new aggregate", [] { delete new Aggregate{9, 10, 0, -1}; });
    attempt("delegating", [] { Delegating d; });
    attempt("derived", [] { Derived d; });
    attempt("class", [] { new Placed; });
    attempt("class, placed", [] { new (5, 'c') Placed; });
    attempt("class, without one", [] { new (0.5) Placed; });
    attempt("class, made", [] { delete new (6, 'd') Placed(1); });
    Arena arena;
    attempt("arena", [&] { new (arena) Fails; });
    attempt("arena, array", [&] { new (arena) Third[3]; });
    attempt("template", [] { new (Tag<int>{30}) Fails; });
    attempt("global", [] { new Fails; });
    attempt("nothrow", [] { new (std::nothrow) Fails; });
    attempt("in place", [&] { new ((void *)arena.bytes) Fails; });
    attempt("none", [] { Third a[2]; delete[] new Loud[2]{1, 2}; });
}
