// Words that only C++ has are names in C.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { false, true } bool;
struct class { int private, public; struct class *template; };
typedef struct class *this;
enum operator { and, or, xor = 5, not };
union try { int catch; float throw; };

static int new(int delete) { return delete + 1; }
static bool virtual(const char *namespace, const char *using) { return strcmp(namespace, using) == 0; }
static double typename(double friend, double mutable) { return friend * mutable; }

int explicit = 3;
#define export explicit

int main(void) {
    struct class class = {1, 2, NULL};
    this operator = &class;
    enum operator typeid = xor;
    union try try;
    int constexpr[2] = {4, 5}, nullptr = 0, *decltype = constexpr;
    bool requires = virtual("a", "a"), concept = false;
    class.template = operator;
    try.catch = 7;
    printf("%d %d %d\n", operator->private, operator->template->public, new(41));
    printf("%d %d %d %d\n", and, or, typeid, not);
    printf("%d %d %d\n", requires, concept, virtual("a", "b"));
    printf("%g %d %d\n", typename(2, 1.5), try.catch, export);
    printf("%d %d %d\n", decltype[1], nullptr, (int)sizeof(struct class));
    for (int noexcept = 0; noexcept < 2; noexcept++) {
        switch (noexcept) {
        case 0: printf("first "); break;
        default: goto protected;
        }
    }
protected:
    printf("done\n");
    int *static_cast = malloc(sizeof *static_cast);
    *static_cast = 9;
    printf("%d\n", *static_cast);
    free(static_cast);
    return 0;
}
