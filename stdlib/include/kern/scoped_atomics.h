#pragma once
#include <sched.h>
//@scoped_atomics
// While somebody else has not come yet.
__host__ inline void __kern_pause() { sched_yield(); }
__device__ inline void __kern_pause() { __nanosleep(20); }
