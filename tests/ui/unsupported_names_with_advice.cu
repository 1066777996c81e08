#include <cmath>
#include <cstdio>
struct Two {
    int a[2];
};
__global__ void ask(const __grid_constant__ Two two)
{
    if (__isGridConstant(&two)) printf("%d\n", two.a[0]);
}
int main()
{
    double x = lgamma(-0.5);
    printf("%f %d\n", x, signgam);
    FILE *list = popen("ls", "r");
    return list == nullptr;
}
