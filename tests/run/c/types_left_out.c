/* Types that are left out are int. */
#include <stdio.h>
foo(x) int x; { return x + 1; }
bar(int y) { return y * 2; }
static count = 3;
static sbaz(int q) { return q; }
extern ecount;
const cc0 = 4, cc1 = 5;
ecount = 9;
main() { //~ WARNING[K0201] has no return type
  auto z = 4; register r = 5; const cc = 6; static n = 2;
  for (register i = 0; i < 2; i++) z += i;
  printf("%d %d %d %d %d %d %d %d\n", foo(3), bar(2), z, r, cc, count, n, sbaz(1));
  printf("%d %d %d\n", cc0, cc1, ecount);
  return 0;
}
