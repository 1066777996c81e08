#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <time.h>
// Wide characters in the locale "C": those up to 127 are bytes of the same value, the others cannot be converted.
typedef unsigned int wint_t;
typedef struct { int __count; } mbstate_t;
#define WEOF (0xffffffffu)
#ifndef WCHAR_MAX
#define WCHAR_MAX 2147483647
#define WCHAR_MIN (-2147483647 - 1)
#endif
inline size_t wcslen(const wchar_t *s)
{
    size_t n = 0;
    while (s[n]) n++;
    return n;
}
inline size_t wcsnlen(const wchar_t *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n]) n++;
    return n;
}
inline wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) { return (wchar_t *)memcpy(to, from, n * sizeof(wchar_t)); }
inline wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) { return (wchar_t *)memmove(to, from, n * sizeof(wchar_t)); }
inline wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n)
{
    for (size_t i = 0; i < n; i++) to[i] = c;
    return to;
}
inline int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}
inline wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] == c) return (wchar_t *)s + i;
    return NULL;
}
inline wchar_t *wcscpy(wchar_t *to, const wchar_t *from) { return wmemcpy(to, from, wcslen(from) + 1); }
inline wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n)
{
    size_t i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (; i < n; i++) to[i] = 0;
    return to;
}
inline wchar_t *wcscat(wchar_t *to, const wchar_t *from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}
inline wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n)
{
    wchar_t *end = to + wcslen(to);
    size_t m = wcsnlen(from, n);
    wmemcpy(end, from, m);
    end[m] = 0;
    return to;
}
inline int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
        if (!a[i]) break;
    }
    return 0;
}
inline int wcscmp(const wchar_t *a, const wchar_t *b) { return wcsncmp(a, b, (size_t)-1); }
inline int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }
inline wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
    for (;; s++) {
        if (*s == c) return (wchar_t *)s;
        if (!*s) return NULL;
    }
}
inline wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
    for (size_t i = wcslen(s) + 1; i-- > 0;)
        if (s[i] == c) return (wchar_t *)s + i;
    return NULL;
}
inline wchar_t *wcsstr(const wchar_t *s, const wchar_t *part)
{
    size_t n = wcslen(part);
    for (;; s++) {
        if (wcsncmp(s, part, n) == 0) return (wchar_t *)s;
        if (!*s) return NULL;
    }
}
inline size_t wcsspn(const wchar_t *s, const wchar_t *set)
{
    size_t n = 0;
    while (s[n] && wcschr(set, s[n])) n++;
    return n;
}
inline size_t wcscspn(const wchar_t *s, const wchar_t *set)
{
    size_t n = 0;
    while (s[n] && !wcschr(set, s[n])) n++;
    return n;
}
inline wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set)
{
    s += wcscspn(s, set);
    return *s ? (wchar_t *)s : NULL;
}
inline wchar_t *wcstok(wchar_t *s, const wchar_t *set, wchar_t **rest)
{
    if (!s) s = *rest;
    s += wcsspn(s, set);
    if (!*s) {
        *rest = s;
        return NULL;
    }
    wchar_t *end = s + wcscspn(s, set);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return s;
}
inline wchar_t *wcsdup(const wchar_t *s)
{
    wchar_t *copy = (wchar_t *)malloc((wcslen(s) + 1) * sizeof(wchar_t));
    return copy ? wcscpy(copy, s) : copy;
}
inline int wctob(wint_t c) { return c < 128 ? (int)c : -1; }
inline wint_t btowc(int c) { return c >= 0 && c < 128 ? (wint_t)c : WEOF; }
inline int mbsinit(const mbstate_t *) { return 1; }
inline size_t wcrtomb(char *to, wchar_t c, mbstate_t *)
{
    if (!to) return 1;
    if ((wint_t)c < 128) {
        *to = (char)c;
        return 1;
    }
    errno = EILSEQ;
    return (size_t)-1;
}
inline size_t mbrtowc(wchar_t *to, const char *s, size_t n, mbstate_t *)
{
    if (!s) return 0;
    if (n == 0) return (size_t)-2;
    if ((unsigned char)*s >= 128) {
        errno = EILSEQ;
        return (size_t)-1;
    }
    if (to) *to = *s;
    return *s != 0;
}
inline size_t mbrlen(const char *s, size_t n, mbstate_t *state) { return mbrtowc(NULL, s, n, state); }
inline size_t mbsrtowcs(wchar_t *to, const char **from, size_t n, mbstate_t *state)
{
    for (size_t i = 0; !to || i < n; i++) {
        wchar_t c;
        size_t read = mbrtowc(&c, *from + (to ? 0 : i), 1, state);
        if (read == (size_t)-1) return read;
        if (to) to[i] = c;
        if (!c) {
            if (to) *from = NULL;
            return i;
        }
        if (to) ++*from;
    }
    return n;
}
inline size_t wcsrtombs(char *to, const wchar_t **from, size_t n, mbstate_t *state)
{
    for (size_t i = 0; !to || i < n; i++) {
        char c;
        wchar_t next = (*from)[to ? 0 : i];
        if (wcrtomb(&c, next, state) == (size_t)-1) return (size_t)-1;
        if (to) to[i] = c;
        if (!next) {
            if (to) *from = NULL;
            return i;
        }
        if (to) ++*from;
    }
    return n;
}
// The characters that a number may have, in bytes; the conversion is that of the narrow function.
inline size_t __narrow_number(char *to, size_t n, const wchar_t *s)
{
    size_t i = 0;
    for (; i + 1 < n && s[i] && (wint_t)s[i] < 128; i++) to[i] = (char)s[i];
    to[i] = 0;
    return i;
}
inline long wcstol(const wchar_t *s, wchar_t **end, int base)
{
    char text[256], *stop;
    __narrow_number(text, sizeof(text), s);
    long value = strtol(text, &stop, base);
    if (end) *end = (wchar_t *)s + (stop - text);
    return value;
}
inline long long wcstoll(const wchar_t *s, wchar_t **end, int base) { return wcstol(s, end, base); }
inline unsigned long wcstoul(const wchar_t *s, wchar_t **end, int base)
{
    char text[256], *stop;
    __narrow_number(text, sizeof(text), s);
    unsigned long value = strtoul(text, &stop, base);
    if (end) *end = (wchar_t *)s + (stop - text);
    return value;
}
inline unsigned long long wcstoull(const wchar_t *s, wchar_t **end, int base) { return wcstoul(s, end, base); }
inline double wcstod(const wchar_t *s, wchar_t **end)
{
    char text[256], *stop;
    __narrow_number(text, sizeof(text), s);
    double value = strtod(text, &stop);
    if (end) *end = (wchar_t *)s + (stop - text);
    return value;
}
inline float wcstof(const wchar_t *s, wchar_t **end)
{
    char text[256], *stop;
    __narrow_number(text, sizeof(text), s);
    float value = strtof(text, &stop);
    if (end) *end = (wchar_t *)s + (stop - text);
    return value;
}
inline int fwide(FILE *, int) { return 0; }
inline wint_t fputwc(wchar_t c, FILE *stream)
{
    char byte;
    if (wcrtomb(&byte, c, NULL) == (size_t)-1) return WEOF;
    return fputc(byte, stream) < 0 ? WEOF : (wint_t)c;
}
inline wint_t putwc(wchar_t c, FILE *stream) { return fputwc(c, stream); }
inline wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }
inline int fputws(const wchar_t *s, FILE *stream)
{
    for (; *s; s++)
        if (fputwc(*s, stream) == WEOF) return -1;
    return 1;
}
inline wint_t fgetwc(FILE *stream)
{
    int c = fgetc(stream);
    if (c >= 128) errno = EILSEQ;
    return c < 0 || c >= 128 ? WEOF : (wint_t)c;
}
inline wint_t getwc(FILE *stream) { return fgetwc(stream); }
inline wint_t getwchar() { return fgetwc(stdin); }
inline wint_t ungetwc(wint_t c, FILE *stream) { return c < 128 && ungetc((int)c, stream) >= 0 ? c : WEOF; }
inline wchar_t *fgetws(wchar_t *to, int n, FILE *stream)
{
    int i = 0;
    while (i < n - 1) {
        wint_t c = fgetwc(stream);
        if (c == WEOF) break;
        to[i++] = (wchar_t)c;
        if (c == '\n') break;
    }
    if (i == 0) return NULL;
    to[i] = 0;
    return to;
}
// Where formatted characters go: a stream, or the room for so many.
struct __wide_output {
    FILE *stream;
    wchar_t *to;
    size_t room;
    int count;
    bool failed;
    void put(wchar_t c)
    {
        if (failed) return;
        if (stream) failed = fputwc(c, stream) == WEOF;
        else if ((size_t)count < room) to[count] = c;
        else failed = true;
        count++;
    }
    template <class C> void padded(const C *text, int n, int width, bool left)
    {
        for (int i = n; !left && i < width; i++) put(L' ');
        for (int i = 0; i < n; i++) put((wchar_t)text[i]);
        for (int i = n; left && i < width; i++) put(L' ');
    }
};
inline void __wide_format(__wide_output &out, const wchar_t *format, va_list args)
{
    for (; *format && !out.failed; format++) {
        if (*format != L'%') {
            out.put(*format);
            continue;
        }
        // One conversion as the narrow function writes it.
        char spec[64], text[512];
        int n = 0, width = 0, precision = -1, longs = 0;
        bool left = false, is_size = false;
        spec[n++] = '%';
        for (format++; *format == L'-' || *format == L'+' || *format == L' ' || *format == L'#' || *format == L'0'; format++) {
            left |= *format == L'-';
            if (n < 16) spec[n++] = (char)*format;
        }
        if (*format == L'*') {
            width = va_arg(args, int);
            left |= width < 0;
            if (width < 0) width = -width;
            format++;
        } else {
            for (; *format >= L'0' && *format <= L'9'; format++) width = 10 * width + (*format - L'0');
        }
        if (*format == L'.') {
            precision = 0;
            format++;
            if (*format == L'*') {
                precision = va_arg(args, int);
                format++;
            } else {
                for (; *format >= L'0' && *format <= L'9'; format++) precision = 10 * precision + (*format - L'0');
            }
        }
        char length[4];
        int lengths = 0;
        for (; *format == L'l' || *format == L'h' || *format == L'z' || *format == L'j' || *format == L't' || *format == L'L'; format++) {
            longs += *format == L'l';
            is_size |= *format == L'z' || *format == L'j' || *format == L't';
            if (lengths < 2) length[lengths++] = (char)*format;
        }
        length[lengths] = 0;
        wchar_t kind = *format;
        if (!kind) return;
        if (kind == L'%') {
            out.put(kind);
        } else if (kind == L'c' || kind == L'C') {
            wchar_t c = (wchar_t)va_arg(args, int);
            if (kind == L'c' && !longs) c = (unsigned char)c;
            out.padded(&c, 1, width, left);
        } else if (kind == L's' && !longs) {
            const char *s = va_arg(args, const char *);
            if (!s) s = "(null)";
            int m = 0;
            while (m != precision && s[m]) m++;
            out.padded(s, m, width, left);
        } else if (kind == L's' || kind == L'S') {
            const wchar_t *s = va_arg(args, const wchar_t *);
            if (!s) s = L"(null)";
            int m = 0;
            while (m != precision && s[m]) m++;
            out.padded(s, m, width, left);
        } else {
            if (precision > 300) precision = 300;
            if (width > 500) width = 500;
            n += snprintf(spec + n, 40, width ? "%d" : "", width);
            n += precision >= 0 ? snprintf(spec + n, 24, ".%d", precision) : 0;
            snprintf(spec + n, 8, "%s%c", length, (char)kind);
            int m;
            if (kind == L'f' || kind == L'e' || kind == L'g' || kind == L'a' || kind == L'F' || kind == L'E' || kind == L'G' || kind == L'A') {
                m = lengths && length[0] == 'L' ? snprintf(text, sizeof(text), spec, va_arg(args, long double))
                                                : snprintf(text, sizeof(text), spec, va_arg(args, double));
            } else if (kind == L'p') {
                m = snprintf(text, sizeof(text), spec, va_arg(args, void *));
            } else if (longs || is_size) {
                m = snprintf(text, sizeof(text), spec, va_arg(args, long));
            } else {
                m = snprintf(text, sizeof(text), spec, va_arg(args, int));
            }
            if (m >= (int)sizeof(text)) m = sizeof(text) - 1;
            out.padded(text, m, 0, false);
        }
    }
}
inline int vfwprintf(FILE *stream, const wchar_t *format, va_list args)
{
    __wide_output out = {stream, NULL, 0, 0, false};
    __wide_format(out, format, args);
    return out.failed ? -1 : out.count;
}
inline int vwprintf(const wchar_t *format, va_list args) { return vfwprintf(stdout, format, args); }
inline int vswprintf(wchar_t *to, size_t n, const wchar_t *format, va_list args)
{
    __wide_output out = {NULL, to, n, 0, false};
    __wide_format(out, format, args);
    out.put(0);
    if (out.failed && n) to[n - 1] = 0;
    return out.failed ? -1 : out.count - 1;
}
inline int fwprintf(FILE *stream, const wchar_t *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vfwprintf(stream, format, args);
    va_end(args);
    return n;
}
inline int wprintf(const wchar_t *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vfwprintf(stdout, format, args);
    va_end(args);
    return n;
}
inline int swprintf(wchar_t *to, size_t size, const wchar_t *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vswprintf(to, size, format, args);
    va_end(args);
    return n;
}
