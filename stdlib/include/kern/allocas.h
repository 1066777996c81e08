#pragma once
#include <stdlib.h>
// What `alloca` gives: blocks in a chain, freed when the function returns that has this object.
struct __kern_allocas {
    void *last;
    size_t bytes;
    __kern_allocas() : last(0), bytes(0) {}
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
        bytes += size;
        void **block = (void **)__kern_alloca(size, bytes);
        block[0] = last;
        last = block;
        return block + 2;
    }
};
