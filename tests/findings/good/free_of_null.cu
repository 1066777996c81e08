// Freeing null is allowed, on both sides.
//@ stdout: no error
#include <cstdio>
#include <cstdlib>
int main() {
    free(0);
    int *p = 0;
    printf("%s\n", cudaGetErrorString(cudaFree(p)));
}
