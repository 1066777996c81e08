#pragma once
#include <cstddef>
extern int news, arrays, deletes;
struct Thing {
    int v[4];
    Thing(int x);
    ~Thing();
};
Thing *make(int x);
Thing *make_many();
void drop(Thing *t);
void drop_many(Thing *t);
