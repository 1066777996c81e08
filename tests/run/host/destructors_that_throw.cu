// Destructors that are `noexcept(false)`: of variables, members, temporaries, elements, of what `delete` is given.
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <cstdlib>
struct Quiet {
    const char *name;
    ~Quiet() { printf(" -%s", name); }
};
struct Loud {
    int id;
    bool throws;
    ~Loud() noexcept(false)
    {
        printf(" ~%d", id);
        if (throws) throw id;
    }
};
struct Holder {
    Quiet first{"first"};
    Loud middle;
    Quiet last{"last"};
    explicit Holder(int id) : middle{id, true} {}
    ~Holder() noexcept(false) { printf(" holder"); }
};
struct Implicit {
    Quiet before{"before"};
    Loud one;
    Loud two;
    Quiet after{"after"};
};
struct Thrower : Quiet {
    Quiet member{"member"};
    Thrower() : Quiet{"base"} {}
    ~Thrower() noexcept(false)
    {
        Quiet local{"local"};
        throw std::runtime_error("thrown by a body");
    }
};
struct Base {
    virtual ~Base() noexcept(false) { printf(" base"); }
};
struct Derived : Base {
    Quiet own{"own"};
    ~Derived() noexcept(false) override
    {
        printf(" derived");
        throw 7L;
    }
};
struct Calm : Derived {};
static int freed;
struct Counted {
    bool throws = true;
    static void *operator new(size_t n) { return malloc(n); }
    static void operator delete(void *p, size_t n)
    {
        freed += (int)n;
        free(p);
    }
    ~Counted() noexcept(false)
    {
        if (throws) throw std::string("deleted");
    }
};
template <class T> struct Wrapped {
    T value;
    ~Wrapped() noexcept(noexcept(value.~T())) {}
};
Loud make(int id) { return Loud{id, true}; }
int returns(int id)
{
    Quiet q{"outer"};
    Loud l{id, true};
    Quiet r{"inner"};
    return id;
}
int in_try(int id)
{
    Loud outside{id, true};
    try {
        Quiet q{"tried"};
        return 1;
    } catch (int) {
        printf(" wrong handler");
    }
    return 2;
}
template <class F> void run(const char *what, F f)
{
    printf("%s:", what);
    try {
        f();
        printf(" nothing");
    } catch (int i) {
        printf(" int %d", i);
    } catch (long i) {
        printf(" long %ld", i);
    } catch (const std::string &s) {
        printf(" string %s", s.c_str());
    } catch (const std::exception &e) {
        printf(" exception %s", e.what());
    }
    printf(" (%d on their way)\n", std::uncaught_exceptions());
}
int main()
{
    static_assert(!std::is_nothrow_destructible_v<Loud> && !std::is_nothrow_destructible_v<Implicit> && std::is_nothrow_destructible_v<Quiet>);
    static_assert(!std::is_nothrow_destructible_v<Calm> && !std::is_nothrow_destructible_v<Wrapped<Loud>> && std::is_nothrow_destructible_v<Wrapped<Quiet>>);
    static_assert(!std::is_nothrow_default_constructible_v<Counted> && !noexcept(Loud{1, false}) && noexcept(Quiet{"x"}));
    run("variable", [] { Loud l{1, true}; });
    run("calm variable", [] { Loud l{2, false}; });
    run("variables", [] {
        Quiet a{"a"};
        Loud l{3, true};
        Quiet b{"b"};
    });
    run("members", [] { Holder h(4); });
    run("implicit", [] { Implicit i{{"b"}, {5, false}, {6, true}, {"c"}}; });
    run("implicit first", [] { Implicit i{{"b"}, {7, true}, {8, false}, {"c"}}; });
    run("body", [] { Thrower t; });
    run("temporary", [] { make(9), printf(" used"); });
    run("condition", [] {
        if (make(10).id == 10) printf(" wrong");
    });
    run("temporaries", [] {
        Quiet q{"q"};
        const Loud &kept = make(11);
        printf(" kept %d", kept.id);
    });
    run("return", [] { returns(12); });
    run("return in a try", [] { in_try(13); });
    run("loop", [] {
        for (int i = 14;; i++) {
            Loud l{i, i == 16};
            if (i == 20) break;
            continue;
        }
    });
    run("array", [] { Loud three[3] = {{17, false}, {18, true}, {19, false}}; });
    run("delete", [] {
        Counted *c = new Counted;
        delete c;
    });
    printf("freed %d\n", freed);
    run("delete of a base", [] {
        Base *b = new Derived;
        delete b;
    });
    run("delete of many", [] {
        Loud *many = new Loud[3]{{20, false}, {21, false}, {22, true}};
        delete[] many;
    });
    run("explicit", [] {
        alignas(Loud) char room[sizeof(Loud)];
        Loud *l = new (room) Loud{23, true};
        l->~Loud();
    });
    run("caught inside", [] {
        try {
            Loud l{24, true};
        } catch (int i) {
            printf(" inside %d", i);
            throw std::to_string(i);
        }
    });
    run("unwinding over a calm one", [] {
        Loud l{25, false};
        throw 26;
    });
    run("in a lambda", [] { [] { Loud l{27, true}; }(); });
    run("goto", [] {
        int n = 0;
    again : {
        Loud l{28 + n, n == 1};
        if (++n < 3) goto again;
    }
    });
}
