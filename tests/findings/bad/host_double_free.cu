// expect: free of memory that is already free
//@ exit: 134
#include <cstdio>
#include <cstdlib>
int main() { int *p = (int *)malloc(16); int *q = p; free(p); free(q); printf("done\n"); }  //~ ERROR[R0501] free
