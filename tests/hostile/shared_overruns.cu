// Static shared arrays: past the end, before the start, into the next array, beyond all.
//@ runs: 4
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, int i, long long j)
{
    __shared__ int a[32];
    __shared__ int b[32];
    a[threadIdx.x] = threadIdx.x;
    b[threadIdx.x] = 2;
    __syncthreads();
    a[threadIdx.x + i] = 3;
    b[j] = 4;
    a[(long long)threadIdx.x * j] = 5;
    __syncthreads();
    x[threadIdx.x] = a[threadIdx.x] + b[31 - threadIdx.x] + a[i];
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run == 0) k<<<1, 32>>>(x, 32, -1);
    if (run == 1) k<<<1, 32>>>(x, -1, 1ll << 30);
    if (run == 2) k<<<1, 32>>>(x, 0x3fffffff, 1ll << 62);
    if (run == 3) k<<<1, 32>>>(x, 1, 0x40000000ll);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
