// A function called through a pointer whose type returns other bits than it does, or takes others: on the device.
//@ runs: 7
#include <cstdio>
#include <cstdlib>
__device__ __noinline__ int f(int p0, int p1, int p2, int p3, int p4, int p5) { return p5; }
__device__ __noinline__ long long wide(int p) { return p; }
__device__ __noinline__ void nothing(int *p) { *p = 1; }
__device__ __noinline__ float number(int p) { return p; }
__global__ void k(unsigned long long *o, int how)
{
    int t = threadIdx.x;
    void *volatile any[4] = {(void *)f, (void *)wide, (void *)nothing, (void *)number};
    switch (how) {
    case 0: o[t] = ((long long (*)(int, int, int, int, int, int))any[0])(t, t, t, t, t, t); break;
    case 1: o[t] = ((int (*)(int))any[1])(t); break;
    case 2: o[t] = ((unsigned long long (*)(unsigned long long *))any[2])(o + t); break;
    case 3: ((void (*)(int))any[1])(t); break;
    case 4: o[t] = ((int (*)(int))any[3])(t); break;
    case 5: o[t] = ((long long (*)(long long))any[1])(t); break;
    case 6: o[t] = ((long long (*)(int))any[1])(t); break;
    }
}
int main(int argc, char **argv)
{
    void *blocks[300];
    for (int i = 0; i < 300; i++) cudaMalloc(&blocks[i], 64);
    for (int i = 0; i < 300; i += 2) cudaFree(blocks[i]);
    unsigned long long *d, h[32] = {};
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    k<<<1, 32>>>(d, atoi(argv[1]));
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) printf("%llx ", h[i]);
    printf("\n");
}
