// Memory freed and allocated again belongs to the new owner.
//@ stdout: 5
#include <cstdio>
__global__ void k(int *p, int v) { p[threadIdx.x] = v; }
int main() {
    int h = 0;
    for (int i = 0; i < 6; i++) {
        int *p;
        cudaMalloc(&p, 32 * sizeof(int));
        k<<<1, 32>>>(p, i);
        cudaMemcpy(&h, p + 31, 4, cudaMemcpyDeviceToHost);
        cudaFree(p);
    }
    printf("%d\n", h);
}
