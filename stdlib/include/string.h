#pragma once
#include <features.h>
#include <stddef.h>
#include <strings.h>
//@rows
// Of the locale "C", the only one.
inline int strcoll(const char *left, const char *right) { return strcmp(left, right); }
inline size_t strxfrm(char *to, const char *from, size_t size)
{
    size_t length = strlen(from);
    if (size) strncpy(to, from, size);
    return length;
}
// BSD's names, which <strings.h> shares.
inline char *index(const char *text, int character) { return strchr(text, character); }
inline char *rindex(const char *text, int character) { return strrchr(text, character); }
inline void bcopy(const void *from, void *to, size_t size) { memmove(to, from, size); }
inline int bcmp(const void *left, const void *right, size_t size) { return memcmp(left, right, size); }
// GNU's.
inline void *mempcpy(void *to, const void *from, size_t size) { return (char *)memcpy(to, from, size) + size; }
inline char *stpcpy(char *to, const char *from)
{
    size_t size = strlen(from);
    return (char *)memcpy(to, from, size + 1) + size;
}
inline void *memccpy(void *to, const void *from, int byte, size_t size)
{
    unsigned char *out = (unsigned char *)to;
    const unsigned char *in = (const unsigned char *)from;
    while (size--)
        if ((*out++ = *in++) == (unsigned char)byte) return out;
    return 0;
}
inline void *memrchr(const void *memory, int byte, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)memory;
    while (size--)
        if (bytes[size] == (unsigned char)byte) return (void *)(bytes + size);
    return 0;
}
inline void *memmem(const void *memory, size_t size, const void *part, size_t part_size)
{
    const char *bytes = (const char *)memory;
    for (size_t i = 0; i + part_size <= size; i++)
        if (memcmp(bytes + i, part, part_size) == 0) return (void *)(bytes + i);
    return 0;
}
inline char *strchrnul(const char *text, int character)
{
    char *found = strchr(text, character);
    return found ? found : (char *)text + strlen(text);
}
inline char *strcasestr(const char *text, const char *part)
{
    size_t size = strlen(part);
    for (;; text++) {
        if (strncasecmp(text, part, size) == 0) return (char *)text;
        if (!*text) return 0;
    }
}
inline char *strsep(char **text, const char *separators)
{
    char *start = *text;
    if (!start) return 0;
    char *end = start + strcspn(start, separators);
    *text = *end ? end + 1 : 0;
    *end = 0;
    return start;
}
