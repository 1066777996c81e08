// A spin lock taken by every lane of a warp, in the form that works since Volta.
//@ stdout: 64
#include <cstdio>
__device__ int lock = 0;
__global__ void k(int *count) {
    bool done = false;
    while (!done) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            *(volatile int *)count += 1;
            __threadfence();
            atomicExch(&lock, 0);
            done = true;
        }
    }
}
int main() {
    int *p, h;
    cudaMalloc(&p, 4);
    cudaMemset(p, 0, 4);
    k<<<2, 32>>>(p);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(p);
}
