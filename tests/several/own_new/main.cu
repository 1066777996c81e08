#include "count.h"
#include <cstdio>
#include <memory>
#include <string>
#include <vector>
__global__ void k(int *out)
{
    int *p = new int(5);
    *out = *p;
    delete p;
}
static void show(const char *what)
{
    printf("%s: %d %d %d\n", what, news, arrays, deletes);
    news = arrays = deletes = 0;
}
int main()
{
    Thing *t = make(3);
    drop(t);
    show("one");
    drop_many(make_many());
    show("three");
    delete[] new int[8];
    show("ints");
    try {
        make(-1);
    } catch (int) {
    }
    show("thrown");
    {
        std::vector<int> v(10);
        auto u = std::make_unique<double>(1.0);
        auto s = std::make_shared<int>(4);
        std::string text(100, 'x');
    }
    show("library");
    operator delete(operator new(4));
    show("called");
    int *out;
    cudaMallocManaged(&out, sizeof(int));
    k<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    cudaFree(out);
    show("kernel");
}
