#pragma once
#include <time.h>
struct tms {
    clock_t tms_utime;
    clock_t tms_stime;
    clock_t tms_cutime;
    clock_t tms_cstime;
};
// In ticks of a hundredth of a second: the processor time of `clock`, all of it the user's. The answer counts from some moment on.
inline clock_t times(struct tms *used)
{
    if (used) {
        used->tms_utime = clock() / (CLOCKS_PER_SEC / 100);
        used->tms_stime = used->tms_cutime = used->tms_cstime = 0;
    }
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 100 + now.tv_nsec / 10000000;
}
