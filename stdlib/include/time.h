#pragma once
#include <features.h>
#include <stddef.h>
#include <kern/time_types.h>
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define TIME_UTC 1
struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
//@rows
inline struct tm *gmtime_r(const time_t *time, struct tm *result)
{
    *result = *gmtime(time);
    return result;
}
inline struct tm *localtime_r(const time_t *time, struct tm *result)
{
    *result = *localtime(time);
    return result;
}
inline int timespec_get(struct timespec *result, int base)
{
    if (base != TIME_UTC) return 0;
    clock_gettime(CLOCK_REALTIME, result);
    return base;
}
// What an instruction that reads the processor's counter answers: nanoseconds.
inline unsigned long __kern_timestamp()
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ul + now.tv_nsec;
}
