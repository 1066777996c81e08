// A braced value whose `{` ends a line, inside brackets that are closed further down.
#include <cstdio>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>
struct P {
    int a, b;
};
template <class... F> struct overloaded : F... {
    using F::operator()...;
};
template <class... F> overloaded(F...) -> overloaded<F...>;
int sum(P p) { return p.a + p.b; }
int twice(int factor, P p) { return factor * sum(P{
    p.a,
    p.b
}); }
int main() {
    printf("%d\n", sum(P{
        1, 2
    }));
    printf("%d\n", twice(2, P{
        3,
        4,
    }));
    std::vector<P> v;
    v.push_back(P{
        5, 6
    });
    printf("%zu %d\n", v.size(), v[0].b);
    std::variant<int, double> x = 2.5;
    std::visit(overloaded{
        [](int i) { printf("int %d\n", i); },
        [](double d) { printf("double %g\n", d); },
    }, x);
    using T = decltype(std::tuple{
        1, 2.0
    });
    printf("%d\n", std::is_same_v<T, std::tuple<int, double>>);
    if (sum(P{
        1, 1
    }) == 2) {
        printf("two\n");
    }
}
