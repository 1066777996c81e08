// The program's own functions for `new` and `delete`: all files call them, and so does the library.
#include "count.h"
#include <cstdlib>
#include <new>
int news, arrays, deletes;
void *operator new(std::size_t n)
{
    news++;
    if (void *p = std::malloc(n)) return p;
    throw std::bad_alloc();
}
void operator delete(void *p) noexcept
{
    deletes++;
    std::free(p);
}
void operator delete[](void *p, std::size_t n) noexcept
{
    deletes += 100 + (n > 1000);
    std::free(p);
}
Thing::Thing(int x)
{
    if (x < 0) throw x;
    for (int i = 0; i < 4; i++) v[i] = x + i;
}
Thing::~Thing() { v[0] = -1; }
