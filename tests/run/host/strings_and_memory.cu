// The C library's strings and memory, and sorting with a callback.
#include <cstdio>
#include <cstdlib>
#include <cstring>
int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main() {
    char text[32] = "hello";
    strcat(text, " world");
    printf("%s %zu %d %d\n", text, strlen(text), strcmp("abc", "abd") < 0, strncmp("abc", "abd", 2));
    printf("%s %s\n", strchr(text, 'w'), strstr(text, "lo"));
    char copy[32];
    strcpy(copy, text);
    memset(copy + 1, '-', 3);
    printf("%s %d\n", copy, memcmp(text, copy, 1));
    int *a = (int *)calloc(8, sizeof(int));
    for (int i = 0; i < 8; i++) a[i] = (i * 5) % 8;
    a = (int *)realloc(a, 16 * sizeof(int));
    for (int i = 8; i < 16; i++) a[i] = 16 - i;
    qsort(a, 16, sizeof(int), by_value);
    for (int i = 0; i < 16; i++) printf("%d ", a[i]);
    printf("\n%d %g %ld %d\n", atoi("123x"), atof("2.5e1"), strtol("ff", 0, 16), abs(-4));
    memmove(a + 1, a, 4 * sizeof(int));
    printf("%d %d\n", a[1], a[4]);
    free(a);
    srand(1);
    int r1 = rand(), r2 = rand();
    srand(1);
    printf("%d %d %d\n", r1, r2, r1 == rand());
}
