/* gcc converts between addresses of all kinds, and between them and integers, with a warning at most. */
#include <stdio.h>
#include <stdlib.h>
int cmp(int *a, int *b) { return *a - *b; }
int cmp2(const int *a, const int *b) { return *b - *a; }
int main(void) {
  void *p = "void";
  char *q = "char";
  unsigned char *uq = "uchar";
  printf("%s %s %s\n", (char *)p, q, (char *)uq);
  int v[] = {3,1,2};
  qsort(v, 3, sizeof *v, cmp);
  printf("%d %d %d\n", v[0], v[1], v[2]);
  qsort(v, 3, sizeof *v, cmp2);
  printf("%d %d %d\n", v[0], v[1], v[2]);
  int *ip = q; 
  const char *cc = q; q = cc;
  float *fp = ip;
  unsigned *up = v;
  long addr = p;
  int *back = addr;
  printf("%d %d\n", ((char *)back)[0], up[0]);
  ip = 0; 
  if (p == ip) puts("same");
  if (fp == ip) puts("same");
  int (*fn)(const void *, const void *) = cmp;
  printf("%d\n", fn(&v[0], &v[1]));
  return 0;
}
