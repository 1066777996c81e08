// An allocation fails unseen, and a kernel uses two null pointers that did not come from it: each is told by itself.
#include <cstdio>
__global__ void fill(int *a)
{
    *(int *)0 = 1;  //~ ERROR[R0105] null pointer write of 4 bytes
    int *p = (int *)malloc((size_t)1 << 40);
    p[0] = 2;  //~ ERROR[R0105] `malloc` returned null
    a[0] = 3;
}
int main()
{
    void *huge = nullptr;
    cudaMalloc(&huge, (size_t)1 << 50);  //~ ERROR[R0505] `cudaMalloc` failed: out of memory | 1125899906842624 bytes
    int *a;
    cudaMalloc(&a, sizeof(int));
    fill<<<1, 1>>>(a);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(a);
}
