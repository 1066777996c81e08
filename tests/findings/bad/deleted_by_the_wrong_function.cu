// expect: memory is freed by functions that do not belong to those that allocated it
#include <cstdlib>
struct Pair { int a, b; ~Pair() { a = 0; } };
int main()
{
    int *a = new int[4];
    delete a; //~ ERROR[R0501] `delete` of memory that `delete[]` must free: `new[]` allocated it | 16 bytes allocated here
    int *b = new int;
    delete[] b; //~ ERROR[R0501] `delete[]` of memory that `delete` must free: `new` allocated it
    int *c = (int *)malloc(4);
    delete c; //~ ERROR[R0501] `delete` of memory that `free` must free: `malloc` allocated it
    Pair *d = new Pair;
    free(d); //~ ERROR[R0501] `free` of memory that `delete` must free: `new` allocated it
    int *e = new int[3];
    e = (int *)realloc(e, 100); //~ ERROR[R0501] `free` of memory that `delete[]` must free
    free(e);
}
