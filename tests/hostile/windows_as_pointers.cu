// The first and last bytes of each window that the machine's addresses have.
//@ runs: 12
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, unsigned long long p)
{
    x[threadIdx.x] += *(volatile int *)p;
    x[threadIdx.x] += *(volatile char *)(p - 1);
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run < 7) { unsigned long long window = run + 1; k<<<1, 2>>>(x, window << 44); }
    if (run >= 7 && run < 12) { unsigned long long window = run - 7 + 96; k<<<1, 2>>>(x, window << 40); }
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
