// Designators that name members of members without a name, in C: in any order, several of one of them, with what follows them.
#include <stdio.h>
struct point {
    union {
        struct {
            int x, y, z;
        };
        int v[3];
    };
    int w;
};
struct point named = {.w = 1, .y = 2}, after = {.x = 1, 2, 3, 4}, last = {.v[1] = 7, .w = 8};
int main(void)
{
    struct point both = {.x = 5, .z = 6}, plain = {{{1, 2, 3}}, 4}, later = (struct point){.z = 9};
    printf("%d %d %d %d\n", named.x, named.y, named.z, named.w);
    printf("%d %d %d %d\n", after.x, after.y, after.z, after.w);
    printf("%d %d %d %d\n", last.x, last.y, last.z, last.w);
    printf("%d %d %d, %d %d, %d\n", both.x, both.y, both.z, plain.z, plain.w, later.v[2]);
}
