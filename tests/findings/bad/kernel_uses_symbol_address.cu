// expect: host code dereferences a device variable
//@ exit: 139
#include <cstdio>
__device__ int value = 3;
int main() { printf("start\n"); fflush(stdout); int *p = &value; printf("%d\n", *p); }  //~ ERROR[R0109] device variable
