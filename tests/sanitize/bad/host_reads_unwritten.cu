// What host code itself reads of memory that nothing was written to.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
struct Point { int x, y; };
struct Options { unsigned is_quick : 1; unsigned level : 4; };
static Point make(int x)
{
    Point p;
    p.x = x;
    return p;
}
static int first_above(const int *a, int n, int limit)
{
    int found;
    for (int i = 0; i < n; i++)
        if (a[i] > limit) { found = i; break; }
    return found;  //~ ERROR[R0603] the host reads `found`, to which nothing was written | `= {}` behind the declaration
}
int main(int argc, char **argv)
{
    int *a = (int *)malloc(10 * sizeof(int)), sum = 0;  //~ NOTE 40 bytes allocated here
    for (int i = 0; i < 9; i++) a[i] = i;
    for (int i = 0; i < 10; i++) sum += a[i];  //~ ERROR[R0603] element 9 (of 4 bytes) of an allocation of 40 bytes | the first 36 bytes were written
    int histogram[8];
    histogram[0] = 0;
    histogram[sum & 7]++;  //~ ERROR[R0603] the host reads `histogram[
    Point p = make(3), q = p;
    printf("%d\n", q.x);
    if (q.y > 2) printf("far\n");  //~ ERROR[R0603] bytes 4 to 7 of `p`
    Options options;
    options.level = 3;
    if (options.level == 3) printf("level\n");
    if (options.is_quick) printf("quick\n");  //~ ERROR[R0603] `options`
    char name[8];
    memcpy(name, "abcd", 4);
    printf("%s\n", name);  //~ ERROR[R0603] `name[4]`
    double *weights = new double[4];
    std::vector<double> copy(weights, weights + 4);
    printf("%d\n", copy[2] < 1.5);  //~ ERROR[R0603] element 2 (of 8 bytes) of an allocation of 32 bytes
    int few[] = {1, 2, 3};
    printf("%d\n", first_above(few, 3, 5));
    int last;
    if (argc > 5) last = 1;
    switch (last) {  //~ ERROR[R0603] `last`
    case 1: printf("one\n");
    }
    delete[] weights;
    free(a);
}
