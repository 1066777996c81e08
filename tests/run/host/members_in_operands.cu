// Operands that are not evaluated name the members of a class that is not complete yet, and `this` behind a function's parameters.
#include <cstdio>
#include <type_traits>
#include <utility>

struct Base {
    short inherited = 3;
    int many[5] = {1, 2, 3, 4, 5};
};

struct S : Base {
    int a = 1;
    double b = 2;
    auto product() -> decltype(a * b) { return 1.5; }
    char pad[16 - sizeof(a)];
    union {
        long word;
        float half;
    };
    unsigned narrow : 3;
    decltype(inherited + 0L) sum = 9;
    decltype(half) f = 0.25f;
    char tail[sizeof many / sizeof many[0]];
    enum { widest = sizeof(word) > sizeof(b) ? sizeof(word) : sizeof(b) };
    static_assert(sizeof(a) == 4 && sizeof(half) == 4, "");
    static constexpr std::size_t size_of_b = sizeof(b);
    static_assert(std::is_same<decltype((b)), double &>::value && std::is_same<decltype(narrow), unsigned>::value, "");
    std::pair<decltype(a), decltype(many[0] * b)> both{7, 0.5};
    auto self() const -> decltype(this) { return this; }
    auto reference() -> decltype((a)) { return a; }
    auto reference() const -> decltype((a)) { return a; }
};

struct A {
    int n;
    alignas(sizeof(n) * 4) char c;
};

template <class F>
struct Holds {
    F f;
    decltype(f(1)) result = 5;
    char room[sizeof(f) + 1];
};

struct T {
    T(int) noexcept {}
    T(double) noexcept(false) {}
};
template <class U>
void from(U u) noexcept(noexcept(T(u))) {}
template <class... U>
void all(U... u) noexcept((noexcept(T(u)) && ...)) {}

struct Questions {
    int a = 1;
    void plain() noexcept(sizeof(a) == 4) {}
    void later() noexcept(sizeof(behind) == 8) {}
    void ask() noexcept(noexcept(this->plain())) {}
    void never() noexcept(noexcept(this->throws())) {}
    void throws() {}
    void parameter(short p) noexcept(sizeof(p) == 4) {}
    double behind = 2;
};

struct Applies {
    int x;
    template <class G>
    auto through_this(G g) const -> decltype(g(this->x)) {
        return g(x);
    }
    template <class G>
    auto by_name(G g) const -> decltype(g(x)) {
        return g(x);
    }
    int own() const { return 1; }
    double own() { return 0.5; }
    auto chosen() const -> decltype(own()) { return own(); }
    auto chosen() -> decltype(own()) { return own(); }
};

int none() { return 7; }
int none(int a) { return a; }
template <class... U>
auto forward(U... u) -> decltype(none(u...)) {
    return none(u...);
}

int twice(int n) { return 2 * n; }

int main() {
    S s{};
    std::printf("%g %zu %zu\n", s.product(), sizeof s.pad, sizeof s.tail);
    std::printf("%ld %g %d %zu\n", s.sum, s.f, S::widest, S::size_of_b);
    std::printf("%d %g\n", s.both.first, s.both.second);
    const S &constant = s;
    s.reference() = 6;
    std::printf("%d %d\n", constant.reference(), std::is_same<decltype(s.self()), const S *>::value);
    std::printf("%d\n", std::is_same<decltype(constant.reference()), const int &>::value);
    std::printf("%zu %zu\n", alignof(A), sizeof(A));
    Holds<int (*)(int)> h{twice};
    std::printf("%d %d %zu\n", h.result, h.f(4), sizeof h.room);
    std::printf("%d %d %d %d %d\n", noexcept(from(1)), noexcept(from(1.0)), noexcept(all()), noexcept(all(1, 2)), noexcept(all(1, 2.0)));
    Questions q;
    std::printf("%d %d %d %d %d\n", noexcept(q.plain()), noexcept(q.later()), noexcept(q.ask()), noexcept(q.never()), noexcept(q.parameter(1)));
    Applies applies{4};
    const Applies &fixed = applies;
    std::printf("%g %d\n", applies.through_this([](int n) { return n * 0.5; }), applies.by_name(twice));
    std::printf("%d %g\n", fixed.chosen(), applies.chosen());
    std::printf("%d %d\n", forward(), forward(3));
}
