#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <math.h>
#include <time.h>
#include <limits.h>
#include <float.h>
#include <stdint.h>
#include <stdbool.h>
#include <errno.h>
#define MAXN 100
#define SQR(x) ((x) * (x))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define LOG(fmt, ...) printf("[%s:%d] " fmt "\n", "file", 7, ##__VA_ARGS__)
#define FOR(i, n) for (int i = 0; i < (n); ++i)
typedef unsigned char uchar_t;
typedef struct node {
    int val;
    struct node *next;
}
node_t;
typedef int (*cmp_t)(const void *, const void *);
typedef enum { RED, GREEN = 5, BLUE } color_t;
union Bits {
    float f;
    uint32_t u;
    unsigned char b[4];
};
struct Flags {
    unsigned a : 1;
    unsigned b : 3;
    unsigned : 0;
    int c : 4;
};
static int counter;
int global_arr[5] = {1, 2, 3};
const char *names[] = {"zero", "one", "two"};
double matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
static int next_id(void) {
    static int id = 100;
    return id++;
}
int cmp_int(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
node_t *push(node_t *head, int v) {
    node_t *n = (node_t *)malloc(sizeof(*n));
    n->val = v;
    n->next = head;
    return n;
}
int sum_va(int n, int *a) {
    int s = 0;
    while (n--) s += *a++;
    return s;
}
unsigned long fact(unsigned n) { return n < 2 ? 1UL : n * fact(n - 1); }
void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
void fill(double m[][3], int rows) {
    for (int i = 0; i < rows; i++) for (int j = 0; j < 3; j++) m[i][j] *= 2;
}
int apply(int (*f)(int), int x) { return f(x); }
int twice(int x) { return 2 * x; }
int forward(int);
int main(int argc, char *argv[]) {
    int i, j = 0, arr[MAXN] = {0}, *p = arr;
    for (i = 0; i < 10; i++) *(p + i) = (i * 7919) % 13;
    qsort(arr, 10, sizeof(int), cmp_int);
    for (i = 0; i < 10; i++) printf("%d ", arr[i]);
    printf("\n");
    node_t *head = NULL;
    FOR(k, 4) head = push(head, k);
    for (node_t *n = head; n; n = n->next) printf("%d->", n->val);
    puts("NULL");
    while (head) {
        node_t *t = head->next;
        free(head);
        head = t;
    }
    printf("%d %d %d %s %s %d\n", SQR(3 + 1), MIN(2, 3), CAT(1, 2), STR(hello), XSTR(MAXN), BLUE);
    LOG("x=%d y=%s", 3, "s");
    LOG("none");
    union Bits b;
    b.f = 1.5f;
    printf("%08x %d\n", b.u, b.b[3]);
    struct Flags f = {1, 5, -2};
    printf("%d %d %d %zu\n", f.a, f.b, f.c, sizeof f);
    char s[64];
    strcpy(s, "Hello");
    strcat(s, ", World");
    printf("%s %zu %c %s\n", s, strlen(s), s[4], strchr(s, 'W'));
    for (char *c = s; *c; c++) *c = toupper((unsigned char)*c);
    printf("%s %d %d\n", s, strcmp("a", "b") < 0, strncmp("abc", "abd", 2));
    char *tok = strtok(s, ", ");
    while (tok) {
        printf("<%s>", tok);
        tok = strtok(NULL, ", ");
    }
    printf("\n");
    memset(s, 'x', 5);
    s[5] = 0;
    printf("%s\n", s);
    memcpy(s, "abcdef", 7);
    memmove(s + 1, s, 4);
    printf("%s %d\n", s, memcmp("a", "a", 1));
    printf("%s\n", strstr("needle in hay", "in"));
    printf("%d %ld %f %d\n", atoi("42x"), strtol("ff", NULL, 16), atof("2.5"), isdigit('5') != 0);
    printf("%d %d\n", next_id(), next_id());
    printf("%lu %d %d\n", fact(10), sum_va(3, global_arr), apply(twice, 21));
    int a = 1, c = 2;
    swap(&a, &c);
    printf("%d %d\n", a, c);
    fill(matrix, 2);
    printf("%g %g\n", matrix[1][2], matrix[0][0]);
    printf("%s %zu\n", names[2], sizeof(names) / sizeof(names[0]));
    do {
        j += 3;
        if (j == 6) continue;
        if (j > 12) break;
    } while (1);
    switch (j) {
        case 15: printf("fifteen ");
        case 16: printf("fall\n");
        break;
        default: printf("no\n");
    }
    int x = 5;
    x <<= 2;
    x |= 1;
    x ^= 0xF;
    x %= 7;
    x = x > 2 ? ~x : -x;
    printf("%d %d %d\n", x, 7 / -2, -7 % 3);
    unsigned u = 0u - 1;
    printf("%u %d %lld\n", u, (int)u, (long long)INT_MAX + 1);
    printf("%d %d %d\n", (char)300, (unsigned char)-1, (short)40000);
    printf("%.3f %.3f %g\n", (float)1 / 3, 1.0 / 3, 5 / 2 * 1.0);
    int n = 4;
    float vla[n];
    for (i = 0; i < n; i++) vla[i] = i / 2.0f;
    printf("%g %zu\n", vla[3], sizeof(vla));
    int (*fp)(int) = twice;
    printf("%d\n", fp(4));
    void *vp = &n;
    printf("%d\n", *(int *)vp);
    int **pp = (int **)malloc(2 * sizeof(int *));
    for (i = 0; i < 2; i++) {
        pp[i] = (int *)calloc(3, sizeof(int));
        pp[i][i] = i + 1;
    }
    printf("%d %d %d\n", pp[0][0], pp[1][1], pp[1][2]);
    for (i = 0; i < 2; i++) free(pp[i]);
    free(pp);
    printf("%s\n", strerror(ENOENT));
    counter += argc;
    printf("%d\n", counter);
    printf("%d %d\n", forward(3), (int)sizeof(long double));
    {
        int i = 99;
        printf("%d\n", i);
    }
    for (int i = 0, k = 10; i < k; i += 3, k--) printf("%d,%d ", i, k);
    printf("\n");
    const int ci = 3;
    enum { A1, B1 = ci * 2, C1 };
    printf("%d\n", C1);
    bool flag = true;
    printf("%d %d\n", flag, !flag);
    printf("%5s|%-5s|%05.1f|%+d|%x|%o|%e\n", "ab", "cd", 3.14159, 5, 255, 8, 12345.678);
    return 0;
}
int forward(int x) { return x * 10; }
