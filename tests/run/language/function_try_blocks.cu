// Function-try-blocks of functions and constructors.
#include <cstdio>
#include <stdexcept>
#include <string>
struct Part {
    const char *name;
    Part(const char *n, int v) : name(n) {
        if (v < 0) throw std::runtime_error(std::string("part ") + n);
        printf("made %s\n", n);
    }
    ~Part() { printf("end of %s\n", name); }
};
struct Whole {
    Part a, b;
    int sum;
    Whole(int x, int y) try : a("a", x), b("b", y), sum(x + y) {
        if (sum > 10) throw sum;
        printf("whole %d\n", sum);
    } catch (const std::exception &e) {
        printf("caught %s\n", e.what());
    } catch (int n) {
        printf("caught %d\n", n);
        throw std::string("too large");
    }
};
struct Plain {
    Part p;
    Plain(int v) try : p("p", v) {} catch (...) { printf("plain fails\n"); }
};
int f(int a) try {
    if (a > 3) throw a;
    return a;
} catch (int e) {
    return -e * a;
}
template <class T> T g(T a) try { if (a < 0) throw a; return a; } catch (T e) { return e * 2; } catch (...) { return 0; }
int main() try {
    printf("%d %d %g\n", f(2), f(5), g(-1.5));
    int tries[][2] = {{1, 2}, {-1, 2}, {3, -4}, {6, 7}};
    for (auto &t : tries) {
        try {
            Whole w(t[0], t[1]);
        } catch (std::runtime_error &e) {
            printf("outside: %s\n", e.what());
        } catch (std::string &s) {
            printf("outside: %s\n", s.c_str());
        }
    }
    Plain good(1), bad(-1);
    return 1;
} catch (std::exception &e) {
    printf("main: %s\n", e.what());
    return 0;
}
