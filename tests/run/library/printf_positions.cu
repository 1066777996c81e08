// Positions of arguments in `printf`, `%n`, and `scanf` that allocates.
#include <cstdio>
#include <cstdlib>
int main()
{
    printf("%2$s %1$d\n", 7, "x");
    printf("%3$*1$.*2$f|%3$g|%4$-5s|\n", 9, 2, 2.5, "ab");
    char text[64];
    int n = snprintf(text, sizeof text, "%1$d %1$d %2$ld", 3, 4l);
    printf("%s %d\n", text, n);
    int count = -1;
    long wide = -1;
    printf("four%n and more%ln\n", &count, &wide);
    printf("%d %ld\n", count, wide);
    char *p = nullptr, *q = nullptr;
    printf("%d ", sscanf("alloc me", "%ms %m[a-z]", &p, &q));
    printf("%s %s\n", p, q);
    free(p);
    free(q);
}
