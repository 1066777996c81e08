// Streams in memory have no descriptor; the size that `open_memstream` tells of ends at the position.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
int main()
{
    char *text = nullptr, small[4];
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    errno = 0;
    printf("%d", fileno(f));
    printf(" %d\n", errno == EBADF);
    fputs("abc5", f);
    fflush(f);
    printf("%zu %s\n", size, text);
    fseek(f, 1, SEEK_SET);
    fputc('Z', f);
    fflush(f);
    printf("%zu %s\n", size, text);
    fseek(f, 10, SEEK_SET);
    fputc('!', f);
    fclose(f);
    printf("%zu %d %c\n", size, text[8], text[10]);
    free(text);
    f = fmemopen(small, 4, "w+");
    printf("%d %d\n", fileno(f), ftruncate(fileno(f), 1 << 20));
    fclose(f);
}
