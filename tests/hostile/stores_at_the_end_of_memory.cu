// Stores whose bytes would go on behind the last address.
//@ runs: 3
#include <cstdio>
#include <cstdlib>
__global__ void bytes(char *p) { p[threadIdx.x] = 1; }
__global__ void wide(float4 *p) { p[threadIdx.x] = float4{1, 2, 3, 4}; }
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    if (run == 0) bytes<<<1, 1>>>((char *)0xffffffffffffffff);
    if (run == 1) bytes<<<1, 32>>>((char *)0xfffffffffffffff0);
    if (run == 2) wide<<<1, 32>>>((float4 *)0xffffffffffffff00);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
