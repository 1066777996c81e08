// <fcntl.h>, <sys/stat.h>, <sys/mman.h>, <sys/resource.h> and getopt of <unistd.h>.
#include <cstdio>
#include <cstring>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <unistd.h>
extern char *optarg;
extern int optind;
static void options()
{
    char program[] = "program", a[] = "-n", b[] = "12", c[] = "-v", d[] = "rest";
    char *arguments[] = {program, a, b, c, d, nullptr};
    int option;
    while ((option = getopt(5, arguments, "n:v")) != -1) printf("%c %s\n", option, option == 'n' ? optarg : "");
    printf("%s\n", arguments[optind]);
}
int main()
{
    const char *path = "kern_files_by_number.tmp";
    int result;
    unlink(path);
    result = access(path, F_OK);
    printf("%d %d\n", result, errno == ENOENT);
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0644);
    printf("%d\n", fd > 2);
    printf("%zd\n", write(fd, "0123456789", 10));
    printf("%ld\n", (long)lseek(fd, 4, SEEK_SET));
    char text[16] = {0};
    printf("%zd %s\n", read(fd, text, 3), text);
    printf("%zd\n", read(fd, text, 16));
    printf("%zd\n", read(fd, text, 16));
    struct stat s;
    result = fstat(fd, &s);
    printf("%d %ld %d\n", result, (long)s.st_size, S_ISREG(s.st_mode));
    char *whole = (char *)mmap(nullptr, 10, PROT_READ, MAP_PRIVATE, fd, 0);
    printf("%.10s\n", whole);
    munmap(whole, 10);
    close(fd);
    result = close(fd);
    printf("%d %d\n", result, errno == EBADF);
    result = stat(path, &s);
    printf("%d %ld %d\n", result, (long)s.st_size, S_ISDIR(s.st_mode));
    result = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
    printf("%d %d\n", result, errno == EEXIST);
    fd = open(path, O_WRONLY | O_APPEND);
    write(fd, "ab", 2);
    printf("%zd\n", read(fd, text, 1));
    close(fd);
    FILE *file = fopen(path, "r");
    printf("%s\n", fgets(text, 16, file));
    fclose(file);
    printf("%d\n", unlink(path));
    printf("%d\n", stat(path, &s));
    printf("%d\n", open("no/such/file", O_RDONLY));
    int *pages = (int *)mmap(nullptr, 100000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf("%d %d\n", pages != MAP_FAILED, pages[24999]);
    pages[24999] = 7;
    munmap(pages, 100000);
    struct rusage usage;
    printf("%d\n", getrusage(RUSAGE_SELF, &usage));
    options();
    return 0;
}
