// `qsort` and `bsearch` ask in the order of glibc: elements of each size, and how often they ask.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
static long asked = 0, order = 0;
template <int size> struct Element {
    int key;
    char rest[size - 4];
};
template <int size> static int compare(const void *a, const void *b)
{
    int x = ((const Element<size> *)a)->key, y = ((const Element<size> *)b)->key;
    asked++;
    order = (order * 31 + x * 7 + y) % 1000003;
    return x < y ? -1 : x > y;
}
template <int size> static void sort(int n)
{
    Element<size> *e = (Element<size> *)calloc(n + 1, sizeof(Element<size>));
    unsigned seed = 7 + n;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525u + 1013904223u;
        e[i].key = (seed >> 10) % (n + 1);
        if (size > 4) memset(e[i].rest, i, size - 4);
    }
    asked = order = 0;
    qsort(e, n, sizeof(e[0]), compare<size>);
    long sum = 0;
    bool is_stable = true;
    for (int i = 0; i < n; i++) {
        sum = (sum * 131 + e[i].key + (size > 4 ? e[i].rest[0] : 0)) % 1000003;
        if (i > 0 && size > 4 && n < 100 && e[i].key == e[i - 1].key && e[i].rest[0] < e[i - 1].rest[0]) is_stable = false;
    }
    printf("%d of %d bytes: asked %ld, %ld, sum %ld, stable %d\n", n, size, asked, order, sum, is_stable);
    asked = order = 0;
    int found = 0;
    for (int k = 0; k <= n; k++) {
        Element<size> key;
        key.key = k;
        Element<size> *at = (Element<size> *)bsearch(&key, e, n, sizeof(e[0]), compare<size>);
        if (at) found += (int)(at - e) + 1;
    }
    printf("  searched: asked %ld, %ld, found %d\n", asked, order, found);
    free(e);
}
int main()
{
    for (int n : {0, 1, 2, 3, 10, 77, 1000}) {
        sort<4>(n);
        sort<8>(n);
        sort<12>(n);
        sort<24>(n);
        sort<32>(n);
        sort<36>(n);
        sort<100>(n);
    }
    const char *words[] = {"pear", "fig", "apple", "kiwi", "date"};
    qsort(words, 5, sizeof(words[0]), [](const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); });
    for (const char *w : words) printf("%s ", w);
    printf("\n");
}
