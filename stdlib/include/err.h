#pragma once
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// Messages behind the program's name, as the GNU C library writes them (err(3)).
inline void __err_write(int number, const char *format, va_list list)
{
    const char *name = strrchr(__BASE_FILE__, '/');
    fprintf(stderr, "%s: ", name ? name + 1 : __BASE_FILE__);
    if (format) vfprintf(stderr, format, list);
    if (format && number >= 0) fputs(": ", stderr);
    if (number >= 0) fputs(strerror(number), stderr);
    fputs("\n", stderr);
}
inline void vwarn(const char *format, va_list list) { __err_write(errno, format, list); }
inline void vwarnx(const char *format, va_list list) { __err_write(-1, format, list); }
[[noreturn]] inline void verr(int status, const char *format, va_list list)
{
    __err_write(errno, format, list);
    exit(status);
}
[[noreturn]] inline void verrx(int status, const char *format, va_list list)
{
    __err_write(-1, format, list);
    exit(status);
}
inline void warn(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vwarn(format, list);
    va_end(list);
}
inline void warnx(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vwarnx(format, list);
    va_end(list);
}
[[noreturn]] inline void err(int status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    verr(status, format, list);
}
[[noreturn]] inline void errx(int status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    verrx(status, format, list);
}
