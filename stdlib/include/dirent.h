#pragma once
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
// Directories (POSIX.1-2017, <dirent.h>): names come in their order.
#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
#define NAME_MAX 255
struct dirent {
    unsigned long d_ino;
    long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[256];
};
typedef struct __dirstream {
    char *names;
    long at, size;
    struct dirent entry;
} DIR;
//@rows
inline DIR *opendir(const char *path)
{
    long size = __kern_directory(path, 0, 0);
    if (size < 0) return 0;
    DIR *d = (DIR *)malloc(sizeof(DIR));
    d->names = (char *)malloc(size);
    d->at = 0;
    d->size = size;
    __kern_directory(path, d->names, size);
    return d;
}
inline struct dirent *readdir(DIR *d)
{
    if (d->at >= d->size) return 0;
    const char *name = d->names + d->at;
    d->entry.d_type = *name == 'd' ? DT_DIR : DT_REG;
    strncpy(d->entry.d_name, name + 1, 255);
    d->entry.d_name[255] = 0;
    d->at += (long)strlen(name) + 1;
    d->entry.d_ino = (unsigned long)d->at;
    d->entry.d_off = d->at;
    d->entry.d_reclen = sizeof(struct dirent);
    return &d->entry;
}
inline void rewinddir(DIR *d) { d->at = 0; }
inline long telldir(DIR *d) { return d->at; }
inline void seekdir(DIR *d, long at) { d->at = at; }
inline int closedir(DIR *d)
{
    free(d->names);
    free(d);
    return 0;
}
