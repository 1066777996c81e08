// A shared array through generic pointers that lanes choose, some of them global.
//@ runs: 4
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, int far)
{
    __shared__ int s[32];
    s[threadIdx.x] = 1;
    int *p = threadIdx.x & 1 ? s : x;
    p[threadIdx.x * far] = 2;
    p += threadIdx.x < 16 ? far << 5 : -far;
    *p = 3;
    x[threadIdx.x] += *p + s[threadIdx.x];
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    int farList[] = {1, 2, 1000, 1 << 25};
    int far = farList[run];
    k<<<1, 32>>>(x, far);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
