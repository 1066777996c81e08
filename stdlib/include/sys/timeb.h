#pragma once
#include <time.h>
struct timeb {
    time_t time;
    unsigned short millitm;
    short timezone;
    short dstflag;
};
inline int ftime(struct timeb *result)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    result->time = now.tv_sec;
    result->millitm = (unsigned short)(now.tv_nsec / 1000000);
    result->timezone = result->dstflag = 0;
    return 0;
}
