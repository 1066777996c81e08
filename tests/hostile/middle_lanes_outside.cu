// A triangle of offsets: the first and the last lane inside, the middle far outside.
//@ runs: 3
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, int far)
{
    int lane = threadIdx.x;
    int i = lane < 16 ? lane * far : (31 - lane) * far;
    x[i] = lane;
    x[(lane ^ 15) * (lane % 31) * far] += 1;
    x[lane * (31 - lane) * far] = 3;
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run == 0) k<<<1, 32>>>(x, 1);
    if (run == 1) k<<<1, 32>>>(x, 1000);
    if (run == 2) k<<<1, 32>>>(x, 1 << 24);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
