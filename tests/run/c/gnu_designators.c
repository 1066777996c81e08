// Designators in a row, ranges of elements and GNU's old form; `__auto_type` and `auto`.
#include <stdio.h>

struct In {
    int b, c;
    int arr[3];
};
struct S {
    int x;
    struct In a;
    int z;
    union {
        int u;
        float f;
    } w;
};

enum { FIRST = 2, LAST = 5 };

static const signed char table[16] = {[0 ... 15] = -1, ['a' - 'a'] = 10, [FIRST + 1 ... LAST] = 4};
static struct In more[] = {[1].b = 2, [1].c = 3, [3 ... 4] = {.b = 7, .arr[2] = 9}, [0].arr = {1, 2, 3}};

static void show(const struct In *in)
{
    printf("%d %d | %d %d %d\n", in->b, in->c, in->arr[0], in->arr[1], in->arr[2]);
}

int main(void)
{
    struct S s = {.a.b = 3, .a.c = 4, .z = 9, .w.f = 1.5f};
    printf("%d %d %g ", s.x, s.z, s.w.f);
    show(&s.a);
    struct S t = {.x = 1, .a.c = 7, .a.b = 8, .a.arr[1] = 5, .a.arr[0] = 6};
    printf("%d %d ", t.x, t.z);
    show(&t.a);
    struct S on = {.a.b = 1, 2, 3, 4, .z = 5};
    printf("%d ", on.z);
    show(&on.a);
    int v[10] = {[0 ... 3] = 7, [5] = 1, 2, [8 ... 9] = 4};
    for (int i = 0; i < 10; i++) printf("%d ", v[i]);
    printf("\n");
    int m[3][2] = {[1][0] = 5, [2] = {1, 2}, [0][1] = 6};
    for (int i = 0; i < 3; i++) printf("%d,%d ", m[i][0], m[i][1]);
    int grid[2][4] = {[0 ... 1] = {[1 ... 2] = 3}};
    for (int i = 0; i < 8; i++) printf("%d ", grid[i / 4][i % 4]);
    printf("\n");
    for (int i = 0; i < 16; i++) printf("%d ", table[i]);
    printf("\n%zu\n", sizeof more / sizeof *more);
    for (int i = 0; i < 5; i++) show(&more[i]);
    struct S old = {a: {1, 2}, z: 5};
    printf("%d %d %d\n", old.a.c, old.x, old.z);
    int n = 3;
    struct In local[] = {[0 ... 1] = {n, n + 1}, [2].arr[1] = n * n};
    for (int i = 0; i < 3; i++) show(&local[i]);
    __auto_type half = n / 2.0;
    auto int k = 4;
    for (auto int i = 0; i < 2; i++) k++;
    printf("%g %d\n", half, k);
    return 0;
}
