// An odd-even sort of two blocks with barriers of the block: one mistake, whichever of the accesses meet.
#include <cstdio>
__global__ void sort(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < n; round++) {
        int left = 2 * i + (round & 1);
        if (left + 1 < n && a[left] > a[left + 1]) { //~ ERROR[R0307] `__syncthreads()` at line 13 orders the threads of one block | the same goes for lines 8 and 10
            int x = a[left];
            a[left] = a[left + 1];
            a[left + 1] = x;
        }
        __syncthreads();
    }
}
int main()
{
    const int n = 256;
    int h[n], *d;
    for (int i = 0; i < n; i++) h[i] = i * 167 % n;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    sort<<<2, 64>>>(d, n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 5; i++) printf("%d ", h[i]);
    printf("\n");
    cudaFree(d);
}
