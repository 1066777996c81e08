// Two dimensions, the wrong pitch: each row starts a little further out.
//@ runs: 4
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, int pitch)
{
    x[threadIdx.y * pitch + threadIdx.x] = 1;
    x[threadIdx.x * pitch + threadIdx.y] = 2;
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run == 0) k<<<1, dim3(8, 4)>>>(x, 8);
    if (run == 1) k<<<1, dim3(8, 4)>>>(x, 9);
    if (run == 2) k<<<1, dim3(16, 16)>>>(x, -5);
    if (run == 3) k<<<1, dim3(5, 7)>>>(x, 1 << 28);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
