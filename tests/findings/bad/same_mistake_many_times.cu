// Mistakes that repeat are counted, each time and only then; they cost no more than what is right.
#include <cstdio>
#include <cstdlib>
#include <cstring>

__attribute__((noinline)) int sum(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += p[i]; //~ ERROR[R0104] happened 19990 times
    return s;
}

int main()
{
    const int n = 20000;
    int local[8] = {1, 2, 3, 4, 5, 6, 7, 8}, s = 0;
    int *a = (int *)malloc(10 * sizeof(int)), *b = (int *)malloc(10 * sizeof(int));
    int *c = (int *)malloc(10 * sizeof(int)), *e = (int *)malloc(10 * sizeof(int));
    for (int i = 0; i < 10; i++) a[i] = i, b[i] = 2 * i;
    for (int i = 0; i < n; i++) c[i % 20] = i; //~ ERROR[R0104] happened 10000 times
    // Right and wrong in turn, and both of two arrays.
    for (int i = 0; i < n; i++) {
        int *p = i % 3 == 0 ? a : b;
        p[i % 11] = i; //~ ERROR[R0104] happened 606 times
        //~^ ERROR[R0104] happened 1212 times
    }
    for (int i = 0; i < n; i++) s += local[i % 10]; //~ ERROR[R0104] happened 4000 times
    s += sum(a, n);
    for (int i = 0; i < n; i++) memset(e, 0, 44); //~ ERROR[R0104] happened 20000 times
    free(b);
    for (int i = 0; i < n; i++) s += b[i % 10]; //~ ERROR[R0107] happened 20000 times
    printf("%d\n", s);
    free(a), free(c), free(e);
}
