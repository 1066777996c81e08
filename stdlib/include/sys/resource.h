#pragma once
#include <errno.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN (-1)
#define RUSAGE_THREAD 1
struct rusage {
    struct timeval ru_utime;
    struct timeval ru_stime;
    long ru_maxrss;
    long ru_ixrss;
    long ru_idrss;
    long ru_isrss;
    long ru_minflt;
    long ru_majflt;
    long ru_nswap;
    long ru_inblock;
    long ru_oublock;
    long ru_msgsnd;
    long ru_msgrcv;
    long ru_nsignals;
    long ru_nvcsw;
    long ru_nivcsw;
};
typedef unsigned long rlim_t;
#define RLIM_INFINITY ((rlim_t)-1)
#define RLIMIT_CPU 0
#define RLIMIT_FSIZE 1
#define RLIMIT_DATA 2
#define RLIMIT_STACK 3
#define RLIMIT_CORE 4
#define RLIMIT_RSS 5
#define RLIMIT_NPROC 6
#define RLIMIT_NOFILE 7
#define RLIMIT_MEMLOCK 8
#define RLIMIT_AS 9
#define RLIM_NLIMITS 16
struct rlimit {
    rlim_t rlim_cur;
    rlim_t rlim_max;
};
// What a program sets is remembered, and changes nothing else: the stack has 8 MiB.
inline struct rlimit *__limit_of(int resource)
{
    static struct rlimit limits[RLIM_NLIMITS];
    if (limits[0].rlim_max == 0) {
        for (int i = 0; i < RLIM_NLIMITS; i++) limits[i].rlim_cur = limits[i].rlim_max = RLIM_INFINITY;
        limits[RLIMIT_STACK].rlim_cur = 8 << 20;
        limits[RLIMIT_CORE].rlim_cur = 0;
        limits[RLIMIT_NOFILE].rlim_cur = 1024;
    }
    if (resource >= 0 && resource < RLIM_NLIMITS) return limits + resource;
    errno = EINVAL;
    return 0;
}
inline int getrlimit(int resource, struct rlimit *limit)
{
    const struct rlimit *known = __limit_of(resource);
    if (!known) return -1;
    *limit = *known;
    return 0;
}
inline int setrlimit(int resource, const struct rlimit *limit)
{
    struct rlimit *known = __limit_of(resource);
    if (!known) return -1;
    if (limit->rlim_cur > limit->rlim_max) {
        errno = EINVAL;
        return -1;
    }
    *known = *limit;
    return 0;
}
// The processor time of `clock`, all of it the user's; nothing else is counted.
inline int getrusage(int who, struct rusage *usage)
{
    memset(usage, 0, sizeof(*usage));
    if (who == RUSAGE_CHILDREN) return 0;
    clock_t ticks = clock();
    usage->ru_utime.tv_sec = ticks / CLOCKS_PER_SEC;
    usage->ru_utime.tv_usec = ticks % CLOCKS_PER_SEC;
    return 0;
}
