// Vectors at addresses that are no multiple of their size, and across the end.
//@ runs: 5
#include <cstdio>
#include <cstdlib>
__global__ void k(char *x, int shift)
{
    float4 *v = (float4 *)(x + shift);
    float4 a = v[threadIdx.x];
    v[threadIdx.x + 1] = a;
    double *d = (double *)(x + shift / 2);
    d[threadIdx.x] += 1;
    short *s = (short *)(x + shift);
    s[threadIdx.x] = 1;
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    char *x;
    cudaMalloc(&x, 520);
    cudaMemset(x, 0, 520);
    int shiftList[] = {0, 1, 4, 8, 12};
    int shift = shiftList[run];
    k<<<1, 32>>>(x, shift);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
