// What C takes and C++ does not, or otherwise.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

// Tentative definitions.
int counter;
int counter;
static int hidden;
static int hidden = 4;
int counter = 3;
extern int counter;
double table[3];
double table[3] = {1, 2, 3};

// Tags and enumerators within structures belong to the file.
struct outer {
    struct inner { int a, b; } first;
    enum kind { SMALL, LARGE = 10 } kind;
    union { int whole; unsigned char parts[4]; } value;
};
struct inner alone = {7, 8};

// Designators of arrays, out of order and with members.
static const char *names[] = {[2] = "two", [0] = "zero", "one", [5] = "five"};
static int sparse[8] = {1, [6] = 6, 7, [3] = 3};
static struct inner pairs[] = {[1] = {.b = 2, .a = 1}, [0] = {5}};
struct inner *saved = &(struct inner){11, 12};
static int *listed = (int[]){3, 2, 1};

static int sum(const int *values, int n) {
    int total = 0;
    while (n--) total += *values++;
    return total;
}
static int area(struct inner box) { return box.a * box.b; }
static struct inner twice(const struct inner *box) { return (struct inner){box->a * 2, .b = box->b * 2}; }
static int whole[] = {2.0, 'a'};
_Thread_local int own = 2;

_Static_assert(sizeof(int) == 4, "four bytes");
_Static_assert(sizeof 'a' == sizeof(int), "a character is an int");

int main(void) {
    // `void *` in both directions.
    int *numbers = malloc(3 * sizeof *numbers);
    void *any = numbers;
    numbers = any;
    for (int i = 0; i < 3; i++) numbers[i] = i * i;
    printf("%d %d %g\n", counter, hidden, table[2]);
    // Enumerations are numbers.
    enum kind kind = 1;
    kind++;
    kind |= 8;
    kind += SMALL;
    kind = kind == LARGE ? 0 : LARGE;
    printf("%d %d\n", kind, LARGE);
    struct outer o = {.first = {.b = 3}, .value = {0x01020304}};
    printf("%d %d %d\n", o.first.b, o.value.parts[3], alone.a + alone.b);
    // A literal without room for its zero.
    char exact[3] = "abc", longer[] = "abc";
    printf("%.3s %zu %zu\n", exact, sizeof exact, sizeof longer);
    // Objects without names.
    struct inner *made = &(struct inner){.a = 2, .b = 5};
    made->a = 4;
    int *row = (int[3]){1, 2};
    row[2] = 10;
    printf("%d %d %d %d\n", area(*made), sum(row, 3), sum((int[]){4, 5, 6, 7}, 4), area((struct inner){6, 7}));
    printf("%d %d %d\n", twice(made).a, twice(&(struct inner){1, 1}).b, saved->a + saved->b + listed[0]);
    for (int i = 0; i < 6; i++) printf("%s ", names[i] ? names[i] : "-");
    printf("\n%d %d %d %d\n", sparse[0], sparse[3], sparse[6], sparse[7]);
    printf("%d %d %d %d %zu\n", pairs[0].a, pairs[0].b, pairs[1].a, pairs[1].b, sizeof pairs / sizeof *pairs);
    printf("%d %d %d\n", whole[0], whole[1], own);
    // Arrays of variable length.
    int n = counter + 1, cells[n];
    for (int i = 0; i < n; i++) cells[i] = i * i;
    printf("%zu %d\n", sizeof cells / sizeof(int), sum(cells, n));
    bool yes = counter, no = !yes;
    _Bool also = table[0] / 2;
    printf("%d %d %d\n", yes, no, also);
    free(numbers);
    return 0;
}
