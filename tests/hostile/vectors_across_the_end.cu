// Only the last elements of a vector lie outside.
//@ runs: 3
#include <cstdio>
#include <cstdlib>
__global__ void k(char *x, int offset)
{
    *(int4 *)(x + offset + 16 * threadIdx.x) = make_int4(1, 2, 3, 4);
    int2 b = *(int2 *)(x + offset + 8 * threadIdx.x);
    if (b.x == 77) x[0] = 1;
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    char *x;
    cudaMalloc(&x, 24);
    if (run == 0) k<<<1, 2>>>(x, 0);
    if (run == 1) k<<<1, 1>>>(x, 16);
    if (run == 2) k<<<1, 4>>>(x, -16);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
