#pragma once
#include <string.h>
// Parts of a path (POSIX.1-2017, <libgen.h>): both may change the text.
inline char *__xpg_basename(char *path)
{
    if (!path || !*path) return (char *)".";
    char *end = path + strlen(path) - 1;
    while (end > path && *end == '/') *end-- = 0;
    char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}
#define basename __xpg_basename
inline char *dirname(char *path)
{
    if (!path || !*path) return (char *)".";
    char *end = path + strlen(path);
    while (end > path + 1 && end[-1] == '/') --end;
    while (end > path && end[-1] != '/') --end;
    if (end == path) return (char *)".";
    while (end > path + 1 && end[-1] == '/') --end;
    *end = 0;
    return path;
}
