// Lane 0 and lane 31 are inside, those between are not: strides that wrap around 2^32 and 2^64.
//@ runs: 3
#include <cstdio>
#include <cstdlib>
__global__ void k(char *x, unsigned stride, unsigned long long wide)
{
    unsigned lane = threadIdx.x;
    x[lane * stride % 4294967295u] = 1;
    x[lane * wide] = 2;
    x[(int)(lane * stride)] = 3;
    ((int *)x)[lane * wide] = 4;
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    char *x;
    cudaMalloc(&x, 128);
    if (run == 0) k<<<1, 32>>>(x, 138547333u, 595056260442243601ull);
    if (run == 1) k<<<1, 32>>>(x, 0x80000000u, 1ull << 63);
    if (run == 2) k<<<1, 32>>>(x, 0x08421084u, 0x0842108421084211ull);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
