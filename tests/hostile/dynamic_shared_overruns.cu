// Dynamic shared memory of fewer bytes than the kernel uses, and of none.
//@ runs: 4
#include <cstdio>
#include <cstdlib>
extern __shared__ int s[];
__global__ void k(int *x, int n)
{
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    s[threadIdx.x + n] = 1;
    double *d = (double *)&s[1];
    d[threadIdx.x] = 2;
    atomicAdd(&s[threadIdx.x * n], 1);
    x[threadIdx.x] = s[31 - threadIdx.x];
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run == 0) k<<<1, 32, 128>>>(x, 1);
    if (run == 1) k<<<1, 32, 64>>>(x, 1 << 20);
    if (run == 2) k<<<1, 32>>>(x, -1);
    if (run == 3) k<<<1, 32, 3>>>(x, 1 << 29);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
