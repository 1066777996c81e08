#pragma once
#include <chrono>
#include <cuda/std/chrono>
#include <kern/scoped_atomics.h>
namespace cuda::__detail {
__host__ inline long __now() { return ::std::chrono::steady_clock::now().time_since_epoch().count(); }
__device__ inline long __now() { return (long)__globaltimer(); }
// Asks until the answer is yes, or the time is over.
template <class F, class R, class P> inline bool __within(const std::chrono::duration<R, P> &time, F is_done)
{
    long until = __now() + std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
    for (;;) {
        if (is_done()) return true;
        if (__now() >= until) return false;
        __kern_pause();
    }
}
}
