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
// The clock's zone is UTC, and no other.
inline void tzset() {}
inline time_t timegm(struct tm *parts)
{
    long long months = parts->tm_year * 12ll + parts->tm_mon, year = months >= 0 ? months / 12 : -((11 - months) / 12), month = months - year * 12;
    // Years that start in March, in eras of 400 of them.
    long long y = year + 1900 - (month < 2), era = (y >= 0 ? y : y - 399) / 400, of_era = y - era * 400;
    long long day = (153 * ((month + 10) % 12) + 2) / 5 + parts->tm_mday - 1;
    long long days = era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + day - 719468;
    time_t time = days * 86400 + parts->tm_hour * 3600ll + parts->tm_min * 60ll + parts->tm_sec;
    gmtime_r(&time, parts);
    return time;
}
inline bool __time_is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
// A number of at most `digits` digits, from `low` to `high`.
inline bool __time_number(const char **text, int digits, int low, int high, int *value)
{
    while (__time_is_space(**text)) ++*text;
    if (**text < '0' || **text > '9') return false;
    int n = 0;
    for (; digits > 0 && **text >= '0' && **text <= '9'; --digits) n = n * 10 + (*(*text)++ - '0');
    *value = n;
    return n >= low && n <= high;
}
// Which of names, separated by blanks, the text starts with, whole or its first three letters, in any case; or -1.
inline int __time_name(const char **text, const char *names)
{
    for (int i = 0; *names; i++) {
        int n = 0;
        while (names[n] && names[n] != ' ' && (*text)[n] && ((*text)[n] | 32) == (names[n] | 32)) n++;
        bool is_whole = !names[n] || names[n] == ' ';
        if (is_whole || n >= 3) {
            *text += is_whole ? n : 3;
            return i;
        }
        while (*names && *names != ' ') names++;
        while (*names == ' ') names++;
    }
    return -1;
}
struct __time_state {
    int century, hour12, afternoon;
    bool has_day, has_month_day, has_week_day, has_year;
};
inline const char *__time_parse(const char *text, const char *format, struct tm *parts, struct __time_state *state)
{
    for (; *format; format++) {
        if (__time_is_space(*format)) {
            while (__time_is_space(*text)) text++;
            continue;
        }
        if (*format != '%') {
            if (*text++ != *format) return 0;
            continue;
        }
        format++;
        while (*format == 'E' || *format == 'O' || *format == '-' || *format == '_' || *format == '0' || *format == '^' || *format == '#') format++;
        int n = 0;
        const char *nested = 0;
        switch (*format) {
        case '%':
            if (*text++ != '%') return 0;
            break;
        case 'n':
        case 't':
            while (__time_is_space(*text)) text++;
            break;
        case 'a':
        case 'A':
            n = __time_name(&text, "Sunday Monday Tuesday Wednesday Thursday Friday Saturday");
            if (n < 0) return 0;
            parts->tm_wday = n;
            state->has_week_day = true;
            break;
        case 'b':
        case 'B':
        case 'h':
            n = __time_name(&text, "January February March April May June July August September October November December");
            if (n < 0) return 0;
            parts->tm_mon = n;
            state->has_month_day = true;
            break;
        case 'C':
            if (!__time_number(&text, 2, 0, 99, &n)) return 0;
            state->century = n;
            break;
        case 'd':
        case 'e':
            if (!__time_number(&text, 2, 1, 31, &parts->tm_mday)) return 0;
            state->has_month_day = true;
            break;
        case 'H':
        case 'k':
            if (!__time_number(&text, 2, 0, 23, &parts->tm_hour)) return 0;
            state->hour12 = -1;
            break;
        case 'I':
        case 'l':
            if (!__time_number(&text, 2, 1, 12, &n)) return 0;
            state->hour12 = n % 12;
            break;
        case 'p':
        case 'P':
            n = __time_name(&text, "AM PM");
            if (n < 0) return 0;
            state->afternoon = n;
            break;
        case 'j':
            if (!__time_number(&text, 3, 1, 366, &n)) return 0;
            parts->tm_yday = n - 1;
            state->has_day = true;
            break;
        case 'm':
            if (!__time_number(&text, 2, 1, 12, &n)) return 0;
            parts->tm_mon = n - 1;
            state->has_month_day = true;
            break;
        case 'M':
            if (!__time_number(&text, 2, 0, 59, &parts->tm_min)) return 0;
            break;
        case 'S':
            if (!__time_number(&text, 2, 0, 61, &parts->tm_sec)) return 0;
            break;
        case 'u':
            if (!__time_number(&text, 1, 1, 7, &n)) return 0;
            parts->tm_wday = n % 7;
            state->has_week_day = true;
            break;
        case 'w':
            if (!__time_number(&text, 1, 0, 6, &parts->tm_wday)) return 0;
            state->has_week_day = true;
            break;
        case 'U':
        case 'W':
            if (!__time_number(&text, 2, 0, 53, &n)) return 0;
            break;
        case 'y':
            if (!__time_number(&text, 2, 0, 99, &n)) return 0;
            parts->tm_year = n >= 69 ? n : n + 100;
            state->has_year = true;
            break;
        case 'Y':
            if (!__time_number(&text, 4, 0, 9999, &n)) return 0;
            parts->tm_year = n - 1900;
            state->century = -1;
            state->has_year = true;
            break;
        case 's': {
            if (*text < '0' || *text > '9') return 0;
            time_t time = 0;
            while (*text >= '0' && *text <= '9') time = time * 10 + (*text++ - '0');
            localtime_r(&time, parts);
            break;
        }
        case 'z': {
            while (__time_is_space(*text)) text++;
            parts->tm_gmtoff = 0;
            if (*text == 'Z') {
                text++;
                break;
            }
            if (*text != '+' && *text != '-') return 0;
            bool is_west = *text++ == '-';
            int hours = 0, minutes = 0;
            if (!__time_number(&text, 2, 0, 14, &hours)) return 0;
            if (*text == ':') text++;
            if (*text >= '0' && *text <= '9' && !__time_number(&text, 2, 0, 59, &minutes)) return 0;
            parts->tm_gmtoff = (is_west ? -1 : 1) * (hours * 3600l + minutes * 60l);
            break;
        }
        case 'Z':
            while (__time_is_space(*text)) text++;
            while (*text && !__time_is_space(*text)) text++;
            break;
        case 'D':
        case 'x':
            nested = "%m/%d/%y";
            break;
        case 'F':
            nested = "%Y-%m-%d";
            break;
        case 'R':
            nested = "%H:%M";
            break;
        case 'T':
        case 'X':
            nested = "%H:%M:%S";
            break;
        case 'r':
            nested = "%I:%M:%S %p";
            break;
        case 'c':
            nested = "%a %b %e %H:%M:%S %Y";
            break;
        default:
            return 0;
        }
        if (nested && !(text = __time_parse(text, nested, parts, state))) return 0;
    }
    return text;
}
inline char *strptime(const char *text, const char *format, struct tm *parts)
{
    struct __time_state state = {-1, -1, 0, false, false, false, false};
    text = __time_parse(text, format, parts, &state);
    if (!text) return 0;
    if (state.hour12 >= 0) parts->tm_hour = state.hour12 + 12 * state.afternoon;
    if (state.century >= 0) parts->tm_year = (state.has_year ? parts->tm_year % 100 : 0) + (state.century - 19) * 100;
    if (state.has_year || state.has_month_day) {
        // The days of the week and of the year follow from the date, and the date from the day of the year.
        struct tm date = {};
        date.tm_year = parts->tm_year;
        bool is_counted = state.has_day && !state.has_month_day;
        date.tm_mon = is_counted ? 0 : parts->tm_mon;
        date.tm_mday = is_counted ? parts->tm_yday + 1 : parts->tm_mday ? parts->tm_mday : 1;
        timegm(&date);
        if (is_counted) {
            parts->tm_mon = date.tm_mon;
            parts->tm_mday = date.tm_mday;
        }
        if (!state.has_week_day) parts->tm_wday = date.tm_wday;
        if (!state.has_day) parts->tm_yday = date.tm_yday;
    }
    return (char *)text;
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
