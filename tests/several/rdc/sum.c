#include <stdlib.h>
#include <string.h>

static int helper(int a, int b) { return a + b; }

int add_all(const int *values, int count)
{
    int *copy = malloc(count * sizeof *copy);
    int total = 0, i;
    memcpy(copy, values, count * sizeof *copy);
    for (i = 0; i < count; i++) total = helper(total, copy[i]);
    free(copy);
    return total;
}
