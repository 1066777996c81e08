/* Enumerations that are named before their values are known. */
#include <stdio.h>
enum fwd;
enum fwd { AA, BB = 5 };
enum later *ptr;
struct Q { enum later *p; };
enum later { X1, Y1 };
void f(enum fwd e) { printf("%d\n", e); }
int main(void) { enum fwd e = BB; f(e); f(1); int i = e; e = i + 1; e++; e |= 2; printf("%d %d %d\n", e, i, Y1); enum later l = X1; ptr = &l; printf("%d\n", *ptr); switch (e) { case AA: break; case BB: break; default: puts("d"); } return 0; }
