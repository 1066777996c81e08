#pragma once
#include <stdio.h>
#include <string.h>
// getopt as the GNU C library has it, for <unistd.h> and <getopt.h>: operands move behind the options, unless the list of options
// starts with `+`; with `-` they count as arguments of an option 1.
static char *optarg = 0;
static int optind = 1, opterr = 1, optopt = 0;
static int __getopt_at = 1;
// How many operands stand before the next option, and whether that was brought to their front.
static int __getopt_operands = 0;
static bool __getopt_is_found = false;
inline const char *__getopt_list(const char *known) { return known + (known[0] == '+' || known[0] == '-'); }
// Brings what stands behind the operands to `to`, where they start.
inline void __getopt_bring(char *const argv[], int to)
{
    char **at = (char **)argv + to, *found = at[__getopt_operands];
    for (int i = __getopt_operands; i > 0; i--) at[i] = at[i - 1];
    at[0] = found;
}
// Brings the next option to `optind`; whether there is one.
inline bool __getopt_find(int argc, char *const argv[], const char *known)
{
    // That starts anew.
    if (optind == 0) {
        optind = __getopt_at = 1;
        __getopt_is_found = false;
    }
    if (__getopt_at > 1 || __getopt_is_found) return true;
    __getopt_operands = 0;
    int at = optind;
    if (known[0] != '+' && known[0] != '-') {
        while (at < argc && (argv[at][0] != '-' || argv[at][1] == 0)) at++;
    }
    if (at >= argc || argv[at][0] != '-' || argv[at][1] == 0) return false;
    __getopt_operands = at - optind;
    __getopt_bring(argv, optind);
    return __getopt_is_found = true;
}
// The next element as the argument of an option, if there is one.
inline char *__getopt_argument(int argc, char *const argv[], int at)
{
    if (at + __getopt_operands >= argc) return 0;
    __getopt_bring(argv, at);
    return argv[at];
}
inline int getopt(int argc, char *const argv[], const char *known)
{
    optarg = 0;
    if (!__getopt_find(argc, argv, known)) {
        if (known[0] != '-' || optind >= argc) return -1;
        optarg = argv[optind++];
        return 1;
    }
    __getopt_is_found = false;
    if (__getopt_at == 1 && strcmp(argv[optind], "--") == 0) {
        optind++;
        return -1;
    }
    const char *list = __getopt_list(known);
    char c = argv[optind][__getopt_at++];
    bool is_last = argv[optind][__getopt_at] == 0;
    const char *found = c == ':' ? 0 : strchr(list, c);
    if (found && found[1] == ':') {
        if (!is_last) optarg = argv[optind] + __getopt_at;
        else if (found[2] != ':' && (optarg = __getopt_argument(argc, argv, optind + 1))) optind++;
        else if (found[2] != ':') {
            optopt = c;
            if (opterr && list[0] != ':') fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], c);
            c = list[0] == ':' ? ':' : '?';
        }
        is_last = true;
    } else if (!found) {
        optopt = c;
        if (opterr && list[0] != ':') fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], c);
        c = '?';
    }
    if (is_last) {
        optind++;
        __getopt_at = 1;
    }
    return c;
}
