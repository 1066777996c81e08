// Threads that have exited do not hold up a barrier: since Volta it waits for the others only when whole warps left.
//@ stdout: 32
#include <cstdio>
__global__ void k(int *p) {
    if (threadIdx.x >= 32) return;
    __syncthreads();
    atomicAdd(p, 1);
}
int main() {
    int *p, h;
    cudaMalloc(&p, 4);
    cudaMemset(p, 0, 4);
    k<<<1, 32>>>(p);
    cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(p);
}
