#pragma once
#include <kern/getopt.h>
// GNU getopt_long.
#define no_argument 0
#define required_argument 1
#define optional_argument 2
struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};
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
