// The parameters of a member template may expand a pack of the class template around it.
#include <cstdio>

template <typename... T> struct Pack {
    static int plain(T... a) { return (0 + ... + a); }
    template <typename U> static U after(U u, T... a) { return (u + ... + a); }
    template <typename U> static U before(T... a) { return (U() + ... + a); }
    template <typename... U> static int both(T... a, U... b) { return (0 + ... + (a * b)); }
    template <typename... U> static int pointers(const T *... a, U... b) { return (0 + ... + *a) + (0 + ... + b); }
};

int main()
{
    int one = 1;
    char two = 2;
    printf("%d %.1f %.1f\n", Pack<int, char>::plain(1, 2), Pack<int, char>::after(0.5, 1, 2), Pack<int, char>::before<double>(3, 4));
    printf("%d %d %d\n", Pack<int, int>::both(1, 2, 3, 4), Pack<>::both(), Pack<int, char>::pointers(&one, &two, 10, 20));
}
