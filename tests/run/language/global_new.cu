// `::new` passes over the functions of the class.
#include <cstdio>
#include <cstdlib>
#include <new>

struct Pooled {
    int x;
    Pooled(int v) : x(v) {}
    static void *operator new(size_t n)
    {
        puts("of the class");
        return malloc(n);
    }
    static void operator delete(void *p) { free(p); }
};

int main()
{
    alignas(Pooled) char room[sizeof(Pooled)];
    Pooled *a = ::new (room) Pooled(3);
    Pooled *b = ::new ((void *)room) Pooled{4};
    printf("%d %d\n", a->x, b->x);
    delete new Pooled(5);
    Pooled *c = ::new Pooled(6);
    int *many = ::new int[3]{1, 2, 3};
    printf("%d %d\n", c->x, many[2]);
    ::delete[] many;
    ::delete c;
}
