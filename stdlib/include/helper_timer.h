#pragma once
// The timers of NVIDIA's samples.
#include <sys/time.h>
struct StopWatchInterface {
    double start, total;
    int sessions;
    bool running;
};
inline double __kern_milliseconds()
{
    struct timeval t;
    gettimeofday(&t, nullptr);
    return 1000.0 * t.tv_sec + 0.001 * t.tv_usec;
}
inline bool sdkCreateTimer(StopWatchInterface **timer)
{
    *timer = new StopWatchInterface();
    return true;
}
inline bool sdkDeleteTimer(StopWatchInterface **timer)
{
    delete *timer;
    *timer = nullptr;
    return true;
}
inline bool sdkStartTimer(StopWatchInterface **timer)
{
    (*timer)->start = __kern_milliseconds();
    (*timer)->running = true;
    return true;
}
inline bool sdkStopTimer(StopWatchInterface **timer)
{
    (*timer)->total += __kern_milliseconds() - (*timer)->start;
    (*timer)->sessions++;
    (*timer)->running = false;
    return true;
}
inline bool sdkResetTimer(StopWatchInterface **timer)
{
    (*timer)->total = 0;
    (*timer)->sessions = 0;
    (*timer)->start = __kern_milliseconds();
    return true;
}
inline float sdkGetTimerValue(StopWatchInterface **timer)
{
    StopWatchInterface *t = *timer;
    return (float)(t->total + (t->running ? __kern_milliseconds() - t->start : 0.0));
}
inline float sdkGetAverageTimerValue(StopWatchInterface **timer)
{
    StopWatchInterface *t = *timer;
    return t->sessions > 0 ? (float)(t->total / t->sessions) : 0.0f;
}
