// Constant memory: written, overrun, through pointers that say it is not constant.
//@ runs: 5
#include <cstdio>
#include <cstdlib>
__constant__ int c[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__global__ void k(int *x, int i)
{
    x[threadIdx.x] = c[i + (int)threadIdx.x];
    int *p = (int *)c;
    p[threadIdx.x & 7] = 9;
    p[i] = 10;
    atomicAdd(p, 1);
    x[threadIdx.x] += c[(long long)i << 33];
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    int iList[] = {0, 8, -1, 20000, 1 << 29};
    int i = iList[run];
    k<<<1, 32>>>(x, i);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
