#pragma once
#include <stdlib.h>
// What `alloca` gives: blocks in a chain, freed when the function returns that has this object.
struct __kern_allocas {
    void *last;
    __kern_allocas() : last(0) {}
    ~__kern_allocas()
    {
        while (last) {
            void *before = *(void **)last;
            free(last);
            last = before;
        }
    }
    void *take(size_t size)
    {
        void **block = (void **)malloc(size + 16);
        block[0] = last;
        last = block;
        return block + 2;
    }
};
