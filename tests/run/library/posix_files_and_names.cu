// Files by number at any place, limits, names of signals, texts of times.
#include <unistd.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <sys/stat.h>
#include <signal.h>
#include <time.h>
#include <errno.h>
#include <limits.h>
int main(){
  char name[] = "/tmp/kernXXXXXX", odd[64]; int fd = mkstemp(name); snprintf(odd, sizeof odd, "/tmp/../tmp/.%s", name + 4);
  printf("%zd\n", pwrite(fd, "hello world", 11, 0)); char b[16] = {0}; printf("%zd %s\n", pread(fd, b, 5, 6), b);
  printf("%ld\n", (long)lseek(fd, 0, SEEK_CUR));
  int flags = fcntl(0, F_GETFL); printf("%d\n", flags >= 0);
  char path[PATH_MAX]; printf("%d\n", realpath(odd, path) && !strcmp(path, name)); printf("%d %d\n", realpath("/tmp/kern_none", path) == NULL, errno == ENOENT); char *r = realpath("/tmp", NULL); puts(r); free(r);
  struct rlimit rl; printf("%d\n", getrlimit(RLIMIT_STACK, &rl)); printf("%d\n", setrlimit(RLIMIT_STACK, &rl));
  puts(strsignal(SIGSEGV)); puts(strsignal(SIGINT)); puts(strsignal(SIGTERM)); puts(strsignal(SIGFPE)); puts(strsignal(SIGABRT)); puts(strsignal(SIGKILL));
  time_t t = 86400 * 365; struct tm tm; gmtime_r(&t, &tm); char tb[64]; printf("%s", asctime_r(&tm, tb)); setenv("TZ","UTC",1); printf("%s", ctime_r(&t, tb));
  FILE *f = fopen(name, "r+"); printf("%d %ld\n", fseeko(f, 4, SEEK_SET), (long)ftello(f)); fclose(f);
  printf("%d %d\n", getuid() == geteuid(), getgid() == getegid());
  printf("%d %d\n", WIFEXITED(0x300), WEXITSTATUS(0x300));
  unlink(name);
}
