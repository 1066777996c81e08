// From one allocation to another, and far beyond all, by offsets of 64 bits.
//@ runs: 5
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, int *y, long long far)
{
    long long to_y = y - x;
    x[to_y] = 1;
    x[far] = 2;
    x[-far] = 3;
    *(int *)((char *)x + (far << 20)) = 4;
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    int *y;
    cudaMalloc(&y, 128);
    long long offsets[] = {1ll << 20, 1ll << 40, 1ll << 61, (1ll << 62) - 1, 1ll << 63};
    long long far = offsets[run];
    k<<<1, 32>>>(x, y, far);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
