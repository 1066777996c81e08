// Host pointers, freed pointers, pointers into the middle, one too short.
//@ runs: 7
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x) { x[threadIdx.x] += 1; }
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int local[32];
    int *heap = new int[32];
    int *freed, *small;
    cudaMalloc(&freed, 128);
    cudaMalloc(&small, 4);
    cudaFree(freed);
    if (run == 0) k<<<1, 32>>>(local);
    if (run == 1) k<<<1, 32>>>(heap);
    if (run == 2) k<<<1, 32>>>(freed);
    if (run == 3) k<<<1, 32>>>(small);
    if (run == 4) k<<<1, 32>>>((int *)((char *)small + 1));
    if (run == 5) k<<<1, 32>>>((int *)main);
    if (run == 6) k<<<1, 32>>>((int *)stdout);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
