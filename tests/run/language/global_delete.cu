// `::new` and `::delete` pass over the functions of a class.
#include <cstdio>
#include <cstdlib>

struct Counted {
    int value;
    static void *operator new(size_t bytes) { printf("class new\n"); return malloc(bytes); }
    static void operator delete(void *p) { printf("class delete\n"); free(p); }
    static void *operator new[](size_t bytes) { printf("class new[]\n"); return malloc(bytes); }
    static void operator delete[](void *p) { printf("class delete[]\n"); free(p); }
    ~Counted() { printf("~Counted %d\n", value); }
};

int main()
{
    Counted *a = new Counted{1};
    delete a;
    Counted *b = ::new Counted{2};
    ::delete b;
    Counted *c = new Counted[2]{{3}, {4}};
    delete[] c;
    Counted *d = ::new Counted[2]{{5}, {6}};
    ::delete[] d;
    ::delete (int *)nullptr;
    return 0;
}
