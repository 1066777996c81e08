#pragma once
#include <kern/sse.h>
#include <stdlib.h>
#include <time.h>
// SSE, and those instructions of x86 that need no vectors.
#define _MM_HINT_T0 3
#define _MM_HINT_T1 2
#define _MM_HINT_T2 1
#define _MM_HINT_NTA 0
inline void _mm_pause(void) {}
inline void _mm_sfence(void) {}
inline void _mm_lfence(void) {}
inline void _mm_mfence(void) {}
inline void _mm_prefetch(const void *, int) {}
inline void *_mm_malloc(size_t size, size_t alignment)
{
    return aligned_alloc(alignment < 16 ? 16 : alignment, (size + alignment - 1) / alignment * alignment);
}
inline void _mm_free(void *memory) { free(memory); }
// A cycle is a nanosecond.
inline unsigned long long __rdtsc(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long long)now.tv_sec * 1000000000ull + (unsigned long long)now.tv_nsec;
}
inline unsigned long long _rdtsc(void) { return __rdtsc(); }
