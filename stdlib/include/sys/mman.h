#pragma once
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_ANON MAP_ANONYMOUS
#define MAP_NORESERVE 0x4000
#define MAP_POPULATE 0x8000
#define MAP_FAILED ((void *)-1)
#define MADV_NORMAL 0
#define MADV_RANDOM 1
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED 3
// Pages of the heap. A file is read into them, so that what is written there stays there: a shared mapping that may be
// written fails (EINVAL), as does one at a fixed address.
inline void *mmap(void *, size_t size, int protection, int flags, int fd, off_t offset)
{
    bool has_file = !(flags & MAP_ANONYMOUS);
    if (size == 0 || (flags & MAP_FIXED) || (has_file && (flags & MAP_SHARED) && (protection & PROT_WRITE))) {
        errno = EINVAL;
        return MAP_FAILED;
    }
    size_t whole = (size + 4095) / 4096 * 4096;
    void *pages = aligned_alloc(4096, whole);
    if (!pages) return MAP_FAILED;
    memset(pages, 0, whole);
    if (has_file) {
        off_t before = lseek(fd, 0, SEEK_CUR);
        if (before < 0 || lseek(fd, offset, SEEK_SET) < 0 || read(fd, pages, size) < 0) {
            free(pages);
            return MAP_FAILED;
        }
        lseek(fd, before, SEEK_SET);
    }
    return pages;
}
// Of a whole mapping.
inline int munmap(void *pages, size_t)
{
    free(pages);
    return 0;
}
inline int madvise(void *, size_t, int) { return 0; }
