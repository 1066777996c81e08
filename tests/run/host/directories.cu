// Directories are read; the names are whatever lies around.
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <errno.h>
int main() {
    DIR *d = opendir(".");
    int dots = 0, first = 0, again = 0;
    while (struct dirent *e = readdir(d)) dots += !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ? e->d_type == DT_DIR : 0, first++;
    rewinddir(d);
    while (readdir(d) != NULL) again++;
    printf("%d %d %d\n", dots, first >= 2, again >= 2);
    printf("%d\n", closedir(d));
    d = opendir("/kern/absent/directory");
    printf("%d %s\n", d == NULL, strerror(errno));
}
