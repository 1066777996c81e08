// Functions of glibc beyond C, signals of the program to itself, byte orders, `long double`, options with one `-`.
#include <alloca.h>
#include <byteswap.h>
#include <endian.h>
#include <getopt.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <sys/types.h>
#include <unistd.h>
static void caught(int number) { printf("signal %d\n", number); }
static void informed(int number, siginfo_t *info, void *) { printf("signal %d of %d\n", number, info->si_signo); }
static void options(int argc, char **argv)
{
    int level = 0, c, at = 0;
    static struct option known[] = {{"verbose", no_argument, 0, 'v'}, {"level", required_argument, 0, 'l'}, {"quiet", no_argument, &level, 9}, {0, 0, 0, 0}};
    optind = 1;
    opterr = 0;
    while ((c = getopt_long_only(argc, argv, "vl:x", known, &at)) != -1) printf("%c %s;", c ? c : '0', optarg ? optarg : "-");
    printf(" %d %s\n", level, optind < argc ? argv[optind] : "end");
}
int main()
{
    printf("%d %d %d %d %d\n", ffs(0), ffs(8), ffsl(1L << 40), ffsll(-1), ffs(-2147483647 - 1));
    char text[] = "a,b;;c";
    printf("%s %s %d\n", index(text, ','), rindex(text, ';'), bcmp("ab", "ab", 2));
    char *rest = text, *part;
    while ((part = strsep(&rest, ",;"))) printf("[%s]", part);
    char copy[16];
    *(char *)mempcpy(stpcpy(copy, "one"), "two", 3) = 0;
    printf(" %s %s %s %s\n", copy, (char *)memrchr("abab", 'a', 4), (char *)memmem("hello", 5, "ll", 2), strcasestr("Hello", "LL"));
    printf("%s|%s\n", strchrnul("abc", 'x'), strchrnul("abc", 'b'));
    printf("%g %g %g %ld\n", (double)sqrtl(2.25L), (double)powl(2, 3), (double)fabsl(-1.5L), lroundl(2.5L));
    printf("%x %x %llx %d\n", htobe16(0x1234), bswap_32(0x12345678u), (unsigned long long)le64toh(0x0123456789abcdefull), BYTE_ORDER == LITTLE_ENDIAN);
    signal(SIGUSR1, caught);
    raise(SIGUSR1);
    struct sigaction action = {};
    action.sa_sigaction = informed;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR2, &action, 0);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, 0);
    kill(getpid(), SIGUSR2);
    printf("blocked\n");
    sigprocmask(SIG_UNBLOCK, &set, 0);
    signal(SIGINT, SIG_IGN);
    int raised = raise(SIGINT);
    printf("%d %d\n", raised, signal(SIGINT, SIG_DFL) == SIG_IGN);
    struct tms used;
    struct timeb now;
    printf("%d %d\n", times(&used) != (clock_t)-1, ftime(&now));
    pthread_mutex_t *lock = 0;
    printf("%d %ld\n", lock == 0, sysconf(_SC_CLK_TCK));
    char *args[] = {(char *)"p", (char *)"-verbose", (char *)"-level=3", (char *)"--lev", (char *)"4", (char *)"-q", (char *)"-v", (char *)"-x", (char *)"-none", (char *)"last", 0};
    options(10, args);
    char before[] = "/tmp/gnu_and_posix_XXXXXX";
    FILE *f = fdopen(mkstemp(before), "w");
    char after[40];
    snprintf(after, sizeof after, "%s.new", before);
    fputs("kept", f);
    fclose(f);
    printf("%d ", rename(before, after));
    f = fopen(after, "r");
    FILE *same = fdopen(fileno(f), "r");
    char line[8];
    printf("%s %d %d\n", fgets(line, 8, same), fopen(before, "r") == 0, remove(after));
    asm volatile("" ::: "memory");
    unsigned low, high;
    asm volatile("rdtsc" : "=a"(low), "=d"(high));
    printf("%d\n", ((unsigned long)high << 32 | low) > 0);
}
