// A lambda captures what its body means by a name, not every variable of that name.
#include <cstdio>
#include <utility>
#include <vector>
struct Single {
    int v = 1;
    Single() {}
    Single(const Single &) = delete;
};
template <class F> __global__ void run(F f) { f(threadIdx.x); }
template <class... T> int sum(T... t)
{
    return [=] {
        auto one = [](auto... u) {
            int s = 0;
            for (int t : {u...}) s += t;
            return s;
        };
        return one(t...);
    }();
}
int main()
{
    Single d, x, p, a, b, e, k, w;
    int used = 5;
    auto prime = [=](int i) {
        for (int d = 2; d * d <= i; d++)
            if (i % d == 0) return false;
        return true;
    };
    auto nested = [=](int i) {
        auto inner = [](int d) { return d + 1; };
        return inner(i) + used;
    };
    auto all = [=](int k) {
        int x = 1, y = x;
        if (int p = k; p > 3) x += p;
        while (int w = k--) {
            x += w;
            if (k < 5) break;
        }
        for (auto b : std::vector<int>{1, 2}) x += b;
        auto [a, e] = std::pair(k, y);
        switch (int d = a; d) {
        case 1: x++;
        }
        try {
            x += e;
        } catch (int d) {
            x += d;
        }
        return x;
    };
    auto init = [=, d = used + 1] { return d; };
    auto before = [&](int n) {
        n += d.v;
        int d = n;
        return d;
    };
    printf("%d%d %d %d %d %d\n", prime(7), prime(9), nested(1), all(7), init(), before(2));
    printf("%d %d %d %d %d\n", (int)sizeof prime, (int)sizeof nested, (int)sizeof all, (int)sizeof init, (int)sizeof before);
    printf("%d\n", sum(1, 2, 3));
    run<<<1, 1>>>([=] __device__(int i) {
        auto power = [](int d) {
            int p = 1;
            for (int k = 0; k < d; k++) p *= 3;
            return p;
        };
        printf("%d %d\n", power(i + 4), used);
    });
    cudaDeviceSynchronize();
}
