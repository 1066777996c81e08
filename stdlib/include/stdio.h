#pragma once
#include <features.h>
#include <stddef.h>
#include <stdarg.h>
#include <sys/types.h>
typedef struct _IO_FILE FILE;
typedef struct {
    long __position;
} fpos_t;
// Handles, not addresses: the runtime knows the first three streams by these numbers.
static FILE *const stdin = (FILE *)1;
static FILE *const stdout = (FILE *)2;
static FILE *const stderr = (FILE *)3;
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define FILENAME_MAX 4096
#define L_tmpnam 20
//@rows
inline int fseeko(FILE *stream, off_t offset, int origin) { return fseek(stream, offset, origin); }
inline off_t ftello(FILE *stream) { return ftell(stream); }
inline int fgetpos(FILE *stream, fpos_t *position)
{
    long at = ftell(stream);
    if (at < 0) return -1;
    position->__position = at;
    return 0;
}
inline int fsetpos(FILE *stream, const fpos_t *position) { return fseek(stream, position->__position, SEEK_SET); }
