// The device's own heap: used after free, freed twice, freed what it never gave.
//@ runs: 6
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, int how)
{
    int *p = (int *)malloc(64);
    p[threadIdx.x] = 1;
    if (how == 0) { free(p); p[threadIdx.x] = 2; }
    if (how == 1) { free(p); free(p); }
    if (how == 2) free(x);
    if (how == 3) free(p + 4);
    if (how == 4) free((void *)12345);
    if (how == 5) p[16 + threadIdx.x] = 3;
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    int how = run;
    k<<<1, 4>>>(x, how);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
