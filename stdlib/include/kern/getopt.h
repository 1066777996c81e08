#pragma once
#include <stdio.h>
#include <string.h>
// POSIX getopt, for <unistd.h> and <getopt.h>; arguments are not reordered.
static char *optarg = 0;
static int optind = 1, opterr = 1, optopt = 0;
static int __getopt_at = 1;
inline int getopt(int argc, char *const argv[], const char *known)
{
    optarg = 0;
    if (optind >= argc || argv[optind][0] != '-' || argv[optind][1] == 0) return -1;
    if (strcmp(argv[optind], "--") == 0) {
        optind++;
        return -1;
    }
    char c = argv[optind][__getopt_at++];
    bool is_last = argv[optind][__getopt_at] == 0;
    const char *found = c == ':' ? 0 : strchr(known, c);
    if (found && found[1] == ':') {
        if (!is_last) optarg = argv[optind] + __getopt_at;
        else if (found[2] != ':' && optind + 1 < argc) optarg = argv[++optind];
        else if (found[2] != ':') {
            optopt = c;
            if (opterr && known[0] != ':') fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
            c = known[0] == ':' ? ':' : '?';
        }
        is_last = true;
    } else if (!found) {
        optopt = c;
        if (opterr && known[0] != ':') fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
        c = '?';
    }
    if (is_last) {
        optind++;
        __getopt_at = 1;
    }
    return c;
}
