// Both misaligned and past the end: a GPU looks at the alignment first. So it does where nothing is at all.
//@ stdout: 716 misaligned address
#include <cstdio>
__device__ int x;
__global__ void k(char *p, int n)
{
    __shared__ int s[4];
    int a[4] = {1, 2, 3, 4};
    s[n & 3] = a[n & 3];
    *(int *)((char *)&x + 1) = 42;                      //~ ERROR[R0111] misaligned
    *(int *)(p + 1001) = n;                             //~ ERROR[R0111] misaligned
    ((int *)p)[0] = *(int *)((char *)a + n);            //~ ERROR[R0111] misaligned local read
    ((int *)p)[1] = *(int *)((char *)s + n);            //~ ERROR[R0111] misaligned shared read
    if (n > 20) ((int *)p)[2] = a[n & 3];
}
int main()
{
    char *p;
    cudaMalloc(&p, 64);
    k<<<1, 1>>>(p, 17);
    cudaError_t e = cudaDeviceSynchronize();
    printf("%d %s\n", (int)e, cudaGetErrorString(e));
}
