// What is written to a shared mapping of a file is in the file, and the other way round.
#include <sys/mman.h>
#include <fcntl.h>
#include <unistd.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <sys/stat.h>
int main(){
  char name[] = "/tmp/kernXXXXXX"; int fd = mkstemp(name); ftruncate(fd, 100);
  char *p = (char *)mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0); printf("%d\n", p == MAP_FAILED);
  strcpy(p, "first"); char b[16] = {0}; pread(fd, b, 5, 0); printf("%s\n", b);
  pwrite(fd, "SECOND", 6, 10); printf("%.6s\n", p + 10);
  close(fd); strcpy(p + 20, "third"); FILE *f = fopen(name, "r"); fseek(f, 20, SEEK_SET); fgets(b, 6, f); puts(b); fclose(f);
  p[20] = 'T'; msync(p, 100, MS_SYNC); munmap(p, 100);
  fd = open(name, O_RDONLY); lseek(fd, 20, SEEK_SET); read(fd, b, 5); puts(b); struct stat s; fstat(fd, &s); printf("%ld\n", (long)s.st_size);
  int *q = (int *)mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED|MAP_ANONYMOUS, -1, 0); q[5] = 3; printf("%d\n", q[5]); munmap(q, 4096);
  printf("%d\n", mmap(NULL, 100, PROT_READ|PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED); unlink(name); close(fd);
}
