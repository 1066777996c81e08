/* What is not done with rows whose length is known at run time. */
#include <stdio.h>
int f(int n, int a[n][n])
{
    int (*p)[n] = a;
    return (int)(a - p++);
}
int main(void) { int a[2][2] = {{0}}; return f(2, a); }
