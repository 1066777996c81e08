// Atomics through generic pointers to shared and local arrays, outside of them.
//@ runs: 4
#include <cstdio>
#include <cstdlib>
__global__ void k(int *x, int i)
{
    __shared__ int s[4];
    int a[4] = {0, 0, 0, 0};
    s[threadIdx.x & 3] = 0;
    __syncthreads();
    int *p = threadIdx.x & 1 ? s : a;
    atomicAdd(&p[i], 1);
    atomicAdd(&s[i * (int)threadIdx.x], 1);
    atomicMax((unsigned long long *)&p[i | 1], 1ull);
    x[threadIdx.x] = s[threadIdx.x & 3] + a[threadIdx.x & 3];
}
int main(int argc, char **argv)
{
    int run = atoi(argv[1]);
    int *x;
    cudaMalloc(&x, 128);
    cudaMemset(x, 0, 128);
    int iList[] = {0, 4, -1, 1 << 28};
    int i = iList[run];
    k<<<1, 32>>>(x, i);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
