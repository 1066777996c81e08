// A function pointer in an object that an overrun of the array before it replaces.
//@ runs: 4
#include <cstdio>
#include <cstdlib>
struct Object { int data[4]; int (*method)(int); };
__device__ __noinline__ int method(int a) { return a + 1; }
__global__ void k(int *x, int n, unsigned value)
{
    Object o;
    o.method = method;
    int *p = (int *)&o;
    for (int i = 0; i < n; i++) p[i] = value;
    x[threadIdx.x] = o.method(o.data[threadIdx.x & 3]);
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    if (run == 0) k<<<1, 32>>>(x, 4, 7);
    if (run == 1) k<<<1, 32>>>(x, 5, 0x58000010u);
    if (run == 2) k<<<1, 32>>>(x, 6, 0xffffffffu);
    if (run == 3) k<<<1, 32>>>(x, 600, 1);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
