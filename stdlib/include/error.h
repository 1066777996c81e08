#pragma once
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// Messages behind the program's name, as the GNU C library writes them (error(3)).
static unsigned int error_message_count = 0;
inline void __error_write(const char *file, unsigned int line, int number, const char *format, va_list list)
{
    const char *name = strrchr(__BASE_FILE__, '/');
    fflush(stdout);
    fprintf(stderr, "%s:", name ? name + 1 : __BASE_FILE__);
    if (file) fprintf(stderr, "%s:%u:", file, line);
    fputs(" ", stderr);
    vfprintf(stderr, format, list);
    if (number) fprintf(stderr, ": %s", strerror(number));
    fputs("\n", stderr);
    error_message_count++;
}
inline void error(int status, int number, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    __error_write(0, 0, number, format, list);
    va_end(list);
    if (status) exit(status);
}
inline void error_at_line(int status, int number, const char *file, unsigned int line, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    __error_write(file, line, number, format, list);
    va_end(list);
    if (status) exit(status);
}
