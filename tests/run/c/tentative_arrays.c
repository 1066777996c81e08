/* Arrays that are declared without a bound, and defined or not. */
#include <stdio.h>
int tent[4];
int tent[4];
int tent[];
static int st[3];
static int st[3] = {1,2,3};
int late[];
int use(void) { return late[1]; }
int late[3] = {4,5,6};
int only[];
int x; int x; int x = 3;
struct P { int a; } p; struct P p;
extern int ext[]; int ext[2] = {1, 9};
char name[]; char name[] = "abc";
int main(void) { printf("%d %d %d %d %d %d %d %s\n", tent[2], st[1], use(), only[0], x, p.a, ext[1], name); return 0; }
