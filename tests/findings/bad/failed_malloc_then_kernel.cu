// An allocation that fails, and a kernel that uses the pointer: one report that names both.
#include <cstdio>
__global__ void fill(int *a) { a[threadIdx.x] = 1; } //~ ERROR[R0105] look at what `cudaMalloc` returns
int main()
{
    int h[32] = {0};
    int *d = nullptr;
    cudaMalloc(&d, (size_t)1 << 50); //~ NOTE this `cudaMalloc` failed | 1125899906842624 bytes
    fill<<<1, 32>>>(d);
    cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
}
