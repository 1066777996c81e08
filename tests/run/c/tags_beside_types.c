/* Tags are names of their own beside the names of types, functions and variables. */
#include <stdio.h>
typedef struct L *L;
struct L { int v; L next; };
typedef struct node node;
struct node { node *next; int v; };
typedef enum color { RED, GREEN } Color;
struct stat2 { int x; };
int stat2(int x) { return x + 1; }
typedef union U *U;
union U { int a; float b; };
typedef struct S { int k; } T, *S;
int main(void) { struct L l = {1, 0}; L pl = &l; printf("%d\n", pl->v); struct stat2 s = {3}; printf("%d\n", stat2(s.x)); Color c = GREEN; node n = {0, 4}; printf("%d %d\n", c, n.v); union U u; U pu = &u; pu->a = 5; printf("%d\n", u.a); T t = {8}; S st = &t; struct S s3 = t; printf("%d %d\n", st->k, s3.k); 
 struct L { char c; } inner; printf("%d\n", (int)sizeof inner); return 0; }
