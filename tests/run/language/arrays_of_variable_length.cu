// Arrays whose length is known at run time (GNU) start as those of a known length do: lists, strings, inner lists and inner
// dimensions of either kind, constructors; and their elements end with the block, the last first.
#include <cstdio>
#include <list>
#include <string>
#include <vector>
struct Pair { int x, y; };
struct Named {
    int v = 7;
    Named() { printf("+"); }
    Named(int a) : v(a) { printf("+%d", a); }
    ~Named() { printf("-%d", v); }
};
void lists(int n)
{
    int a[n] = {1, 2}, b[2][n] = {{1, 2, 8}, {3, 9, 9}}, c[n][n] = {0}, d[n][n] = {{1}}, e[n][2] = {{1, 2}, {3}}, f[n][2] = {1, 2, 3};
    const int g[n]{4, 5};
    printf("%d %d %d|", a[0], a[1], a[2]);
    printf("%d %d %d %d|", b[0][1], b[0][2], b[1][0], b[1][1]);
    printf("%d %d %d|", c[0][0], c[2][2], d[0][0]);
    printf("%d %d %d|%d %d %d|%d %d\n", e[0][1], e[1][0], e[2][1], f[1][0], f[1][1], f[2][0], g[1], g[2]);
    int m = n - 1, h[n][m][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}, i[n][3][2] = {{{1, 2}, {3, 4}}, {{5}}};
    printf("%d %d %d|", h[0][1][1], h[1][0][1], h[1][1][0]);
    printf("%d %d %d %d\n", i[0][1][1], i[1][0][0], i[1][0][1], i[2][2][1]);
    Pair p[n] = {{1, 2}, {3, 4}}, q[n] = {1, 2, 3, 4};
    printf("%d %d %d|%d %d\n", p[1].x, p[1].y, p[2].x, q[1].y, q[2].y);
}
void strings(int n)
{
    char s[n] = "ab", t[n] = {"xy"}, u[2][n] = {"cd", "ef"};
    const char *w[n] = {"one", "two"};
    std::string z[n] = {"long enough to be on the heap of the program", "b"};
    printf("%s %s %s %s %s %d|%s %s [%s]\n", s, t, u[0], u[1], w[1], w[2] == nullptr, z[0].c_str(), z[1].c_str(), z[2].c_str());
}
void objects(int n)
{
    Named a[n];
    Named b[n] = {1, 2};
    printf(" %d %d %d ", a[2].v, b[1].v, b[2].v);
    Named c[n][2] = {{3}};
    printf(" %d %d ", c[0][0].v, c[2][1].v);
}
int containers(int n)
{
    std::vector<int> near[n];
    std::list<int> order[n][2];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) near[i].push_back(j);
        order[i][1].push_front(i);
    }
    int sum = 0;
    for (auto &one : near) sum += (int)one.size();
    return sum + order[n - 1][1].front();
}
void allocated(int n)
{
    int *a = new int[n]{1, 2}, (*b)[2] = new int[n][2]{{1, 2}, {3}};
    Named *c = new Named[n]{3, 4};
    std::string *d = new std::string[n]{"first"};
    char *e = new char[n + 1]{'a', 'b'};
    printf(" %d %d %d|%d %d %d|%d %d|%s [%s]|%s ", a[0], a[1], a[2], b[0][1], b[1][0], b[2][1], c[1].v, c[2].v, d[0].c_str(), d[2].c_str(), e);
    delete[] a;
    delete[] b;
    delete[] c;
    delete[] d;
    delete[] e;
}
int leaves_early(int n)
{
    for (int i = 0; i < n; i++) {
        Named a[n - 1];
        if (i == 1) return i;
    }
    return 0;
}
int main()
{
    lists(3);
    strings(3);
    objects(3);
    printf("\n%d\n", containers(4));
    printf(" %d\n", leaves_early(2));
    allocated(3);
    printf("\n");
    Named none[containers(1) - 1];
    printf("%d\n", (int)sizeof none);
}
