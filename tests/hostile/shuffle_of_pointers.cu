// Pointers exchanged between lanes, then used beyond their bounds.
//@ runs: 3
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, int *y, int far)
{
    int *mine = threadIdx.x & 1 ? x : y;
    unsigned long long other = __shfl_xor_sync(0xffffffffu, (unsigned long long)mine, 1);
    ((int *)other)[threadIdx.x * far] = 3;
    *(int *)__shfl_sync(0xffffffffu, other + threadIdx.x * 4096ull, 9) = 1;
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    int *y;
    cudaMalloc(&y, 128);
    int farList[] = {1, 2, 1 << 20};
    int far = farList[run];
    k<<<1, 32>>>(x, y, far);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
