#pragma once
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
