#pragma once
#include <stddef.h>
#include <stdint.h>
// Asynchronous copies in C ("Pipeline Primitives Interface"). Here they are done when they are asked for.
__device__ inline void __pipeline_memcpy_async(void *to, const void *from, size_t size_and_align, size_t zfill = 0)
{
    if ((size_and_align != 4 && size_and_align != 8 && size_and_align != 16) || zfill > size_and_align) __trap();
    if (zfill == 0 && size_and_align == 16) *(int4 *)to = *(const int4 *)from;
    else if (zfill == 0 && size_and_align == 8) *(int2 *)to = *(const int2 *)from;
    else if (zfill == 0) *(int *)to = *(const int *)from;
    else
        for (size_t i = 0; i < size_and_align; i++) ((char *)to)[i] = i < size_and_align - zfill ? ((const char *)from)[i] : 0;
}
__device__ inline void __pipeline_commit() {}
__device__ inline void __pipeline_wait_prior(size_t) {}
