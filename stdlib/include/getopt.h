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
// A long option without its `dashes`: by its name, or by the start of it that no other has.
inline int __getopt_long(int argc, char *const argv[], const char *known, const struct option *options, int *index, int dashes)
{
    const char *name = argv[optind] + dashes;
    const char *equals = strchr(name, '=');
    size_t n = equals ? (size_t)(equals - name) : strlen(name);
    int found = -1, count = 0;
    for (int i = 0; options[i].name; i++) {
        if (strncmp(options[i].name, name, n) != 0) continue;
        bool is_other = found < 0 || options[i].has_arg != options[found].has_arg || options[i].flag != options[found].flag
            || options[i].val != options[found].val;
        count += is_other;
        if (is_other) found = i;
        if (options[i].name[n] == 0) {
            found = i;
            count = 1;
            break;
        }
    }
    const char *marks = dashes == 2 ? "--" : "-";
    optarg = 0;
    if (count != 1) {
        if (dashes == 1 && count == 0 && strchr(known, name[0])) return getopt(argc, argv, known);
        if (opterr && count) fprintf(stderr, "%s: option '%s%s' is ambiguous\n", argv[0], marks, name);
        else if (opterr) fprintf(stderr, "%s: unrecognized option '%s%s'\n", argv[0], marks, name);
        optind++;
        __getopt_is_found = false;
        optopt = 0;
        return '?';
    }
    optind++;
    __getopt_is_found = false;
    const struct option *option = &options[found];
    if (equals && option->has_arg == no_argument) {
        if (opterr) fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", argv[0], marks, option->name);
        optopt = option->val;
        return '?';
    }
    if (equals) optarg = (char *)equals + 1;
    else if (option->has_arg == required_argument) {
        if (!(optarg = __getopt_argument(argc, argv, optind))) {
            if (opterr && __getopt_list(known)[0] != ':') fprintf(stderr, "%s: option '%s%s' requires an argument\n", argv[0], marks, option->name);
            optopt = option->val;
            return __getopt_list(known)[0] == ':' ? ':' : '?';
        }
        optind++;
    }
    if (index) *index = found;
    if (option->flag) {
        *option->flag = option->val;
        return 0;
    }
    return option->val;
}
inline int getopt_long(int argc, char *const argv[], const char *known, const struct option *options, int *index)
{
    bool is_long = __getopt_find(argc, argv, known) && __getopt_at == 1 && strncmp(argv[optind], "--", 2) == 0 && argv[optind][2];
    if (!is_long) return getopt(argc, argv, known);
    return __getopt_long(argc, argv, known, options, index, 2);
}
// One `-` is enough for a long name; where there is no such name, the letters count.
inline int getopt_long_only(int argc, char *const argv[], const char *known, const struct option *options, int *index)
{
    const char *text = __getopt_find(argc, argv, known) && __getopt_at == 1 ? argv[optind] : "";
    bool is_long = strncmp(text, "--", 2) == 0;
    bool is_letter = text[0] == '-' && text[1] && !text[2] && strchr(known, text[1]);
    if (is_long || text[0] != '-' || !text[1] || is_letter || __getopt_at > 1) return getopt_long(argc, argv, known, options, index);
    return __getopt_long(argc, argv, known, options, index, 1);
}
