// expect: host code dereferences a device pointer
//@ exit: 139
#include <cstdio>
int main() { int *p; cudaMalloc(&p, 128); printf("about to read\n"); fflush(stdout); printf("%d\n", p[0]); }  //~ ERROR[R0109] host code dereferences a device pointer
