// What a program of C++17 finds that includes nothing of the library: cuda_runtime.h brings <cmath>, and that stl_algobase.h.
#include <stdio.h>
template <class T> void copied(T *from, int n)
{
    T to[8];
    std::copy(from, from + n, to);
    std::fill(to, to + 1, T(9));
    std::fill_n(to + 1, 1, T(8));
    std::copy_backward(to, to + 2, to + n);
    for (T *i = to; i != to + n; i = std::next(i)) printf("%g ", (double)*i);
    printf("%d\n", (int)std::distance(from, from + n));
}
struct Counted {
    typedef int value_type;
    int n = 0;
    void push_back(int) { n++; }
};
int main()
{
    int v[5] = {5, 3, 1, 4, 2}, w[5];
    copied(v, 5);
    std::move(v, v + 5, w);
    std::swap_ranges(v, v + 2, w + 3);
    std::iter_swap(v, v + 4);
    printf("%d %d %d, %d %d\n", v[0], v[1], v[4], w[3], w[4]);
    printf("%d %d %d\n", std::equal(v, v + 5, w), std::lexicographical_compare(v, v + 5, w, w + 5), (int)(std::mismatch(v, v + 5, w).first - v));
    int sorted[4] = {1, 3, 5, 7};
    printf("%d %d\n", (int)(std::lower_bound(sorted, sorted + 4, 4) - sorted), *std::prev(sorted + 4));
    Counted counted;
    std::copy(v, v + 5, std::back_inserter(counted));
    std::reverse_iterator<int *> last(sorted + 4);
    std::advance(last, 1);
    std::byte bits{7};
    printf("%d %d %d\n", counted.n, *last, (int)bits);
    printf("%d %d\n", std::min(7, -7), (int)std::max(2.5, 1.0));
}
