#pragma once
#include <stddef.h>
#include <stdint.h>
// Asynchronous copies in C ("Pipeline Primitives Interface"). Here they are done when they are asked for.
__device__ inline void __pipeline_memcpy_async(void *to, const void *from, size_t size_and_align, size_t zfill = 0)
{
    if ((size_and_align != 4 && size_and_align != 8 && size_and_align != 16) || zfill > size_and_align) __trap();
    if (zfill == 0 && size_and_align == 16) __kern_copy_async16(to, from);
    else if (zfill == 0 && size_and_align == 8) __kern_copy_async8(to, from);
    else if (zfill == 0) __kern_copy_async4(to, from);
    else {
        for (size_t i = 0; i < size_and_align - zfill; i++) __kern_copy_async1((char *)to + i, (const char *)from + i);
        for (size_t i = size_and_align - zfill; i < size_and_align; i++) ((char *)to)[i] = 0;
    }
}
__device__ inline void __pipeline_commit() { __kern_commit_async(); }
__device__ inline void __pipeline_wait_prior(size_t prior) { __kern_wait_async((unsigned int)prior); }
