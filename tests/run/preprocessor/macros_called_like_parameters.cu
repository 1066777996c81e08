//@ args: -DN=512 -DT=4 -DI=3 -DK=5 -DV=6 -Dfirst=7 -Dvalue=8
// Macros of the command line that are called like parameters in headers are none there.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>
int main()
{
    std::vector<int> v(N);
    std::fill_n(v.begin(), N, K);
    std::sort(v.begin(), v.end());
    std::map<int, int> m{{T, I}, {V, K}};
    std::array<int, T> a{};
    std::pair<int, int> p(first, value);
    std::pair<int, int> q = p;
    printf("%d %d %d %zu %d %d\n", v[T], std::max(T, I), m[V], a.size(), (int)(p == q), first + value);
}
