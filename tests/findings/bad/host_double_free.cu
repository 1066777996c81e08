// expect: free of memory that is already free
#include <cstdio>
#include <cstdlib>
int main() { int *p = (int *)malloc(16); int *q = p; free(p); free(q); printf("done\n"); }  //~ ERROR[R0501] free
