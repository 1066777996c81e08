#pragma once
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
// What POSIX has of <unistd.h>, <fcntl.h>, <stdlib.h> and <time.h> beside the functions that the machine has.
inline ssize_t pread(int fd, void *buffer, size_t size, off_t offset)
{
    off_t before = lseek(fd, 0, SEEK_CUR);
    if (before < 0 || lseek(fd, offset, SEEK_SET) < 0) return -1;
    ssize_t done = read(fd, buffer, size);
    lseek(fd, before, SEEK_SET);
    return done;
}
inline ssize_t pwrite(int fd, const void *buffer, size_t size, off_t offset)
{
    off_t before = lseek(fd, 0, SEEK_CUR);
    if (before < 0 || lseek(fd, offset, SEEK_SET) < 0) return -1;
    ssize_t done = write(fd, buffer, size);
    lseek(fd, before, SEEK_SET);
    return done;
}
// One user, who is nobody's.
inline uid_t getuid(void) { return 1000; }
inline uid_t geteuid(void) { return 1000; }
inline gid_t getgid(void) { return 1000; }
inline gid_t getegid(void) { return 1000; }
#define FD_CLOEXEC 1
#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2
struct flock {
    short l_type;
    short l_whence;
    off_t l_start;
    off_t l_len;
    pid_t l_pid;
};
// No other process has a lock, and no file keeps anybody waiting; a descriptor that stands for another one there is not.
inline int fcntl(int fd, int command, ...)
{
    struct stat found;
    if (fstat(fd, &found) != 0) return -1;
    char none = 0;
    va_list list;
    switch (command) {
    case F_GETFL: {
        int reads = read(fd, &none, 0) == 0, writes = write(fd, &none, 0) == 0;
        return reads && writes ? O_RDWR : writes ? O_WRONLY : O_RDONLY;
    }
    case F_GETLK:
        va_start(list, command);
        va_arg(list, struct flock *)->l_type = F_UNLCK;
        va_end(list);
        return 0;
    case F_GETFD:
    case F_SETFD:
    case F_SETFL:
    case F_SETLK:
    case F_SETLKW: return 0;
    }
    errno = EINVAL;
    return -1;
}
// There are no links: what is written is what is meant.
inline char *realpath(const char *path, char *resolved)
{
    char full[2 * PATH_MAX + 2] = "/", made[2 * PATH_MAX + 2] = "";
    if (access(path, F_OK) != 0) return 0;
    if (path[0] != '/') {
        if (!getcwd(full, PATH_MAX)) return 0;
        strcat(full, "/");
    }
    strncat(full, path, PATH_MAX);
    char *end = made;
    for (const char *at = full; *at;) {
        while (*at == '/') at++;
        const char *next = at;
        while (*next && *next != '/') next++;
        size_t length = (size_t)(next - at);
        if (length == 2 && at[0] == '.' && at[1] == '.') {
            while (end > made && *--end != '/') {}
        } else if (length > 0 && !(length == 1 && at[0] == '.')) {
            *end++ = '/';
            memcpy(end, at, length);
            end += length;
        }
        at = next;
    }
    if (end == made) *end++ = '/';
    *end++ = 0;
    if (end - made > PATH_MAX) {
        errno = ENAMETOOLONG;
        return 0;
    }
    if (!resolved) resolved = (char *)malloc(PATH_MAX);
    return (char *)memcpy(resolved, made, (size_t)(end - made));
}
inline char *asctime_r(const struct tm *parts, char *text)
{
    strftime(text, 26, "%a %b %e %H:%M:%S %Y\n", parts);
    return text;
}
inline char *ctime_r(const time_t *time, char *text)
{
    struct tm parts;
    return asctime_r(localtime_r(time, &parts), text);
}
