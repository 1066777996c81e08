/* What comparisons, `!`, `&&` and `||` give has the type int in C. */
#include <stdio.h>
#include <stdbool.h>
#define NAME(x) _Generic((x), int: "int", _Bool: "bool", unsigned: "unsigned", default: "other")
int main(void) {
  double a = 1, b = 2;
  const char *p = "x", *q = p + 1;
  bool t = a < b;
  printf("%zu %zu %zu %zu %zu %zu\n", sizeof(a < b), sizeof(!a), sizeof(a && b), sizeof(p == q), sizeof(t || t), sizeof(t));
  printf("%s %s %s %s %s\n", NAME(a < b), NAME(!t), NAME(p != q), NAME(1 && 2), NAME(t));
  char row[3 > 2], rows[2][(1 == 1) + 1];
  enum { SET = 2 > 1, CLEAR = !1 };
  unsigned mask = -(a < b), shifted = (a < b) << 4;
  printf("%zu %zu %d %d %08x %u\n", sizeof row, sizeof rows, SET, CLEAR, mask, shifted);
  int order = (a > b) - (a < b), count = 0;
  for (int i = 0; i < 10; i++) count += (i % 3 == 0) + !(i % 2);
  long long wide = (a < b) - 2;
  printf("%d %d %lld %d\n", order, count, wide, (a < b) ? 1 : 2);
  if (!(a < b) || !p) puts("wrong");
  while (!!count && count-- > 9) continue;
  printf("%d %d %d\n", count, a < b < b, (a == b) == false);
  return a == b;
}
