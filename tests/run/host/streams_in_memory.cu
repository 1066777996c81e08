// Streams of <stdio.h> in memory, positions, formats with a `va_list`, the length of files, and the quick way out.
//@ exit: 4
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
int scan(const char *text, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    int r = vsscanf(text, format, a);
    va_end(a);
    return r;
}
int scan_file(FILE *f, const char *format, ...)
{
    va_list a;
    va_start(a, format);
    int r = vfscanf(f, format, a);
    va_end(a);
    return r;
}
char *made(const char *format, ...)
{
    char *text;
    va_list a;
    va_start(a, format);
    int n = vasprintf(&text, format, a);
    va_end(a);
    printf("%d ", n);
    return text;
}
void bye() { printf("bye\n"), fflush(stdout); }
void first() { printf("first\n"); }
int main()
{
    int x, n;
    char word[9];
    double d;
    printf("%d %d %s", scan("3 abc 2.5", "%d %8s %lf%n", &x, word, &d, &n), x, word);
    printf(" %g %d\n", d, n);
    char buffer[9];
    memset(buffer, 'x', 9);
    FILE *f = fmemopen(buffer, 9, "w");
    fpos_t start;
    fgetpos(f, &start);
    fputs("hey", f);
    fflush(f);
    printf("%s ", buffer);
    fsetpos(f, &start);
    fputs("H", f);
    fclose(f);
    printf("%s\n", buffer);
    char numbers[] = "12 34 56";
    f = fmemopen(numbers, strlen(numbers), "r");
    int y;
    printf("%d ", scan_file(f, "%d %d", &x, &y));
    printf("%d %d %ld", x, y, ftell(f));
    printf(" %d %d\n", fgetc(f), fputc('x', f) == EOF);
    fclose(f);
    char log[16] = "one";
    f = fmemopen(log, 16, "a");
    fprintf(f, "-%s", "two");
    fclose(f);
    printf("%s\n", log);
    char *text = nullptr;
    size_t size = 0;
    f = open_memstream(&text, &size);
    for (int i = 0; i < 200; i++) fprintf(f, "%d,", i);
    fflush(f);
    printf("%zu %.9s\n", size, text);
    fputs("end", f);
    fclose(f);
    printf("%zu %s\n", size, text + size - 7);
    free(text);
    f = open_memstream(&text, &size);
    fclose(f);
    printf("%zu [%s]\n", size, text);
    free(text);
    text = made("%s-%d", "v", 7);
    printf("%s\n", text);
    free(text);
    f = tmpfile();
    fputs("a;bc;d", f);
    fflush(f);
    printf("%d ", ftruncate(fileno(f), 5));
    rewind(f);
    char *part = nullptr;
    size_t room = 0;
    while (getdelim(&part, &room, ';', f) > 0) printf("[%s]", part);
    printf("\n");
    free(part);
    fclose(f);
    printf("%d ", isatty(0) || isatty(77));
    printf("%d\n", errno == EBADF);
    at_quick_exit(bye);
    at_quick_exit(first);
    atexit([] { puts("never"); });
    fflush(stdout);
    std::quick_exit(4);
}
