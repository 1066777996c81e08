// Directories: what the program makes itself is found.
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
int main() {
    mkdir("kern_listed", 0755);
    mkdir("kern_listed/inner", 0755);
    for (const char *name : {"kern_listed/b.txt", "kern_listed/a.txt"}) {
        FILE *f = fopen(name, "w");
        fputs("x", f);
        fclose(f);
    }
    DIR *d = opendir("kern_listed");
    int files = 0, directories = 0, known = 0;
    while (struct dirent *e = readdir(d)) {
        files += e->d_type == DT_REG, directories += e->d_type == DT_DIR;
        known += !strcmp(e->d_name, "a.txt") || !strcmp(e->d_name, "b.txt") || !strcmp(e->d_name, "inner") || !strcmp(e->d_name, "..");
    }
    rewinddir(d);
    printf("%d %d %d %d\n", files, directories, known, readdir(d) != NULL);
    closedir(d);
    unlink("kern_listed/a.txt"), unlink("kern_listed/b.txt");
    d = opendir("kern_absent");
    printf("%d %s\n", d == NULL, strerror(errno));
}
