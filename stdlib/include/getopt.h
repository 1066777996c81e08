#pragma once
#include <stdio.h>
#include <string.h>
// POSIX getopt and GNU getopt_long; arguments are not reordered.
static char *optarg = 0;
static int optind = 1, opterr = 1, optopt = 0;
static int __getopt_at = 1;
#define no_argument 0
#define required_argument 1
#define optional_argument 2
struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};
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
inline int getopt_long(int argc, char *const argv[], const char *known, const struct option *options, int *index)
{
    if (optind >= argc || strncmp(argv[optind], "--", 2) != 0 || argv[optind][2] == 0) return getopt(argc, argv, known);
    const char *name = argv[optind++] + 2;
    const char *equals = strchr(name, '=');
    size_t n = equals ? (size_t)(equals - name) : strlen(name);
    optarg = 0;
    for (int i = 0; options[i].name; i++) {
        if (strncmp(options[i].name, name, n) != 0 || options[i].name[n] != 0) continue;
        if (options[i].has_arg && equals) optarg = (char *)equals + 1;
        else if (options[i].has_arg == required_argument) {
            if (optind >= argc) {
                if (opterr) fprintf(stderr, "%s: option '--%s' requires an argument\n", argv[0], options[i].name);
                return '?';
            }
            optarg = argv[optind++];
        }
        if (index) *index = i;
        if (options[i].flag) {
            *options[i].flag = options[i].val;
            return 0;
        }
        return options[i].val;
    }
    if (opterr) fprintf(stderr, "%s: unrecognized option '--%s'\n", argv[0], name);
    return '?';
}
