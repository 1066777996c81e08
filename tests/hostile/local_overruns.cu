// A local array with an index from outside, beyond both ends and into other locals.
//@ runs: 4
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, int i, long long j)
{
    int a[8], b[8];
    for (int n = 0; n < 8; n++) { a[n] = n; b[n] = x[n]; }
    a[i] = 1;
    b[j] = 2;
    int *p = &a[4];
    p[i + (int)threadIdx.x] = 3;
    x[threadIdx.x] = a[threadIdx.x & 7] + b[(threadIdx.x + 1) & 7] + a[i];
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run == 0) k<<<1, 32>>>(x, 8, -1);
    if (run == 1) k<<<1, 32>>>(x, -1000000, 1ll << 40);
    if (run == 2) k<<<1, 32>>>(x, 0x7fffffff, 1ll << 61);
    if (run == 3) k<<<1, 32>>>(x, 64, 64);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
