#include "count.h"
#include <new>
void *operator new[](std::size_t n)
{
    arrays++;
    return operator new(n);
}
Thing *make(int x) { return new Thing(x); }
Thing *make_many() { return new Thing[3]{1, 2, 3}; }
void drop(Thing *t) { delete t; }
void drop_many(Thing *t) { delete[] t; }
