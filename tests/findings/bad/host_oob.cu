// expect: host code writes past the end of a 40-byte heap block
#include <cstdio>
#include <cstdlib>
int main() { int *p = (int *)malloc(40); for (int i = 0; i <= 10; i++) p[i] = i; printf("%d\n", p[3]); free(p); }  //~ ERROR[R0104] out-of-bounds host write of 4 bytes | element 10 of 10 ints, just past the end
