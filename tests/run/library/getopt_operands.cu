// g++ prints the same: operands move behind the options.
#include <cstdio>
#include <cstring>
#include <getopt.h>
#include <unistd.h>

static void start() { optind = 0; }

static void rest(int argc, char **argv)
{
    printf("| %d:", optind);
    for (int i = optind; i < argc; i++) printf(" %s", argv[i]);
    printf("\n");
}

static int split(char *text, char **argv)
{
    int n = 0;
    for (char *word = strtok(text, " "); word; word = strtok(nullptr, " ")) argv[n++] = word;
    argv[n] = nullptr;
    return n;
}

static void short_options(const char *text, const char *known)
{
    char copy[200], *argv[32];
    strcpy(copy, text);
    int argc = split(copy, argv), c;
    start();
    opterr = 0;
    while ((c = getopt(argc, argv, known)) != -1) printf("%c[%s] ", c == 1 ? '1' : c, optarg ? optarg : "");
    rest(argc, argv);
}

static void long_options(const char *text, bool only = false)
{
    static const option options[] = {
        {"size", required_argument, nullptr, 's'}, {"verbose", no_argument, nullptr, 'v'}, {"level", optional_argument, nullptr, 'l'}, {}};
    char copy[200], *argv[32];
    strcpy(copy, text);
    int argc = split(copy, argv), c, index = -1;
    start();
    opterr = 0;
    while ((c = only ? getopt_long_only(argc, argv, "s:v", options, &index) : getopt_long(argc, argv, "s:v", options, &index)) != -1)
        printf("%c[%s] ", c, optarg ? optarg : "");
    rest(argc, argv);
}

int main()
{
    short_options("prog -v file1 -q file2", "vq");
    short_options("prog a b -n 3 c -vq -n4 d", "n:vq");
    short_options("prog a -vn 5 b c", "n:vq");
    short_options("prog a b", "v");
    short_options("prog a -v -- -q b", "vq");
    short_options("prog a -n", "n:");
    short_options("prog -v a -q", "+vq");
    short_options("prog -v a -q b", "-vq");
    short_options("prog a - -v b", "v");
    short_options("prog -x a -v", ":v");
    long_options("prog in --size 3 out --verbose");
    long_options("prog a b --size=4 -v c --level --level=2 d");
    long_options("prog a --size");
    long_options("prog a -s 8 --verb b -- --size c");
    long_options("prog a --nonsense b -v");
    long_options("prog a -size 9 b -verbose c", true);
    return 0;
}
