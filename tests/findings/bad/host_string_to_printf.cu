// A kernel cannot print a string of the host.
//@ stdout: an illegal memory access was encountered
#include <cstdio>
__global__ void greet(const char *name) { printf("%s\n", name); } //~ ERROR[R0108] the string for `%s` of `printf` is in host memory | print it on the host
int main()
{
    greet<<<1, 1>>>("students"); //~ WARNING[K0604]
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
