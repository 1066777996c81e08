#pragma once
#include <stddef.h>
#include <stdint.h>
// Asynchronous copies in C ("Pipeline Primitives Interface"). Here they are done when they are asked for.
template <int Bytes> __device__ inline void __copy_async_filled(void *to, const void *from, unsigned read)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
                 "l"(__cvta_generic_to_global(from)), "n"(Bytes), "r"(read));
}
__device__ inline void __pipeline_memcpy_async(void *to, const void *from, size_t size_and_align, size_t zfill = 0)
{
    if ((size_and_align != 4 && size_and_align != 8 && size_and_align != 16) || zfill > size_and_align) __trap();
    unsigned read = (unsigned)(size_and_align - zfill);
    if (size_and_align == 16) __copy_async_filled<16>(to, from, read);
    else if (size_and_align == 8) __copy_async_filled<8>(to, from, read);
    else __copy_async_filled<4>(to, from, read);
}
__device__ inline void __pipeline_commit() { __kern_commit_async(); }
__device__ inline void __pipeline_wait_prior(size_t prior) { __kern_wait_async((unsigned int)prior); }
