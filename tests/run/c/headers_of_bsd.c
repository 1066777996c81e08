/* Headers that C programs on Linux include beside those of the standard. */
//@ exit: 3
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/cdefs.h>
#include <sys/param.h>
#include <sys/sysinfo.h>
__BEGIN_DECLS
int twice __P((int));
__END_DECLS
int twice(int x) { return 2 * x; }
int main(void)
{
    unsigned char bits[4] = {0};
    char path[MAXPATHLEN];
    setbit(bits, 9);
    snprintf(path, sizeof path, "%s/%s", __STRING(a b), "c");
    printf("%d %d %d %d\n", MIN(3, 4), MAX(3, 4), howmany(10, 4), roundup(10, 4));
    printf("%d %d %d %s %zu %d\n", isset(bits, 9) != 0, isclr(bits, 8), powerof2(64), path, sizeof path, twice(4));
    printf("%d\n", get_nprocs() > 0 && get_nprocs() <= get_nprocs_conf());
    /* Tests run beside each other. */
    char messages[] = "/tmp/messagesXXXXXX";
    if (mkstemp(messages) < 0 || !freopen(messages, "w", stderr)) return 1;
    errno = ENOENT;
    warn("%s", "input");
    warnx("value %d", 5);
    error(0, EACCES, "cannot %s", "write");
    error_at_line(0, 0, "in.txt", 7, "odd");
    printf("%u\n", error_message_count);
    fflush(stderr);
    FILE *f = fopen(messages, "r");
    char line[100];
    while (fgets(line, sizeof line, f)) fputs(strchr(line, ':'), stdout);
    fclose(f);
    remove(messages);
    errx(3, "ends");
}
