/* What is not done with rows whose length is known at run time. */
#include <stdio.h>
int f(int n, int a[n][n])
{
    int (*p)[n] = a, k = (a + 1)[0][0];
    a++;
    return (*a)[0] + p[0][0];
}
int main(void) { int a[2][2] = {{0}}; return f(2, a); }
