// expect: variables of functions that have returned, and their neighbours, in loops and calls that ran long before
#include <cstdio>
static int *kept;
static int keep(int i)
{
    int local[4] = {i, i + 1, i + 2, i + 3};
    if (i == 2000) kept = local;
    return i < 0 ? keep(-i) : local[i & 3];
}
static void fill(int *to, int n) { for (int i = 0; i < n; i++) to[i] = i; }  //~ ERROR[R0104] out-of-bounds host write of 4 bytes
static int work(int rounds)
{
    int a[8], b[8];
    for (int i = 0; i < 8; i++) b[i] = 100;
    for (int i = 0; i < rounds; i++) fill(a, i < rounds - 1 ? 8 : 9);
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += a[i] + b[i];
    return sum;
}
int main()
{
    long sum = 0;
    for (int i = 0; i < 3000; i++) sum += keep(i);
    sum += work(1500);
    sum += kept[1];  //~ ERROR[R0112] has returned
    printf("%ld\n", sum);
}
