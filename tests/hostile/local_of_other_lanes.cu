// Distances between the locals of two lanes, taken as if they lay in one array.
//@ runs: 5
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, int stride)
{
    int a[4] = {1, 2, 3, (int)threadIdx.x};
    int *p = a;
    p += (int)threadIdx.x * stride;
    *p = 9;
    x[threadIdx.x] = *p + a[(threadIdx.x * stride) & 3];
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    int strideList[] = {1, 4, 16, -4, 1024};
    int stride = strideList[run];
    k<<<1, 32>>>(x, stride);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
