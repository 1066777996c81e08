// Functions that take any number of arguments, and instances of templates, that another file defines; the host's file has types
// with names of CUDA's.
#include "common.h"
#include <cstdio>
int of_host(int);
int main()
{
    Message m;
    int printed = m.print("%d %s %g\n", 1, "two", 3.5);
    printf("%d %d\n", printed, add_up(3, 10, 20, 30));
    Table<double> table{{1.5, 2}};
    for (double x : spread(table, 3)) printf("%g ", x);
    printf("%d\n", of_host(4));
}
