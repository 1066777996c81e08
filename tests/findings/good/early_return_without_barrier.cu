// Threads past the end return at once; nobody waits for them.
//@ stdout: 99
#include <cstdio>
__global__ void k(int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i % 3 == 1) return;
    p[i] = i;
}
int main() {
    int *p, h[100] = {0};
    cudaMalloc(&p, sizeof h);
    cudaMemset(p, 0, sizeof h);
    k<<<2, 64>>>(p, 100);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[99]);
    cudaFree(p);
}
