// Device code has no address of `printf`: nvcc's program lacks the function.
#include <cstdio>
__global__ void k()
{
    int (*print)(const char *, ...) = printf;
    print("%d\n", 3);
}
int main() { int (*print)(const char *, ...) = printf; print("host\n"); k<<<1, 1>>>(); cudaDeviceSynchronize(); }
