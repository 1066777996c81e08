// expect: a program that catches exceptions is told of the wrong function for its memory, too
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <vector>
struct Named { int id = 1; ~Named() { printf("%d ended\n", id); } };
int main()
{
    try {
        throw std::runtime_error("caught");
    } catch (const std::exception &e) {
        printf("%s\n", e.what());
    }
    double *row = new double[8]();
    printf("%g\n", row[3]);
    delete row;  //~ ERROR[R0501] `delete` of memory that `delete[]` must free: `new[]` allocated it
    Named *one = new Named;
    one->~Named();
    free(one);  //~ ERROR[R0501] `free` of memory that `delete` must free: `new` allocated it
    int *quiet = new (std::nothrow) int[4];
    free(quiet);  //~ ERROR[R0501] `free` of memory that `delete[]` must free: `new[]` allocated it
    // Right: what the library's containers and the operators themselves allocate.
    std::vector<int> many(100, 2);
    void *raw = ::operator new(16);
    ::operator delete(raw);
    Named *pair = new Named[2];
    delete[] pair;
    printf("%d\n", many[99]);
}
