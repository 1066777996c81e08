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
#define MS_ASYNC 1
#define MS_INVALIDATE 2
#define MS_SYNC 4
//@rows
// Pages of the heap. A file is read into them; what is written to those of a shared mapping goes to the file when somebody looks at
// it. At a fixed address there are none (EINVAL).
inline void *mmap(void *, size_t size, int protection, int flags, int fd, off_t offset)
{
    bool has_file = !(flags & MAP_ANONYMOUS);
    if (size == 0 || (flags & MAP_FIXED)) {
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
        if ((flags & MAP_SHARED) && (protection & PROT_WRITE) && __kern_map_file(fd, pages, size, (size_t)offset) < 0) {
            free(pages);
            return MAP_FAILED;
        }
    }
    return pages;
}
// Of a whole mapping.
inline int munmap(void *pages, size_t)
{
    __kern_write_maps(pages);
    free(pages);
    return 0;
}
inline int msync(void *, size_t, int)
{
    __kern_write_maps(nullptr);
    return 0;
}
inline int madvise(void *, size_t, int) { return 0; }
