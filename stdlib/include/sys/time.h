#pragma once
#include <sys/types.h>
struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};
//@rows
