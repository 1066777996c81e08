// Barriers in loops and branches that all threads of the block take alike.
//@ stdout: 640 96
#include <cstdio>
__global__ void k(int *p, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = 0;
    for (int i = 0; i < n; i++) {
        __syncthreads();
        int next = s[(threadIdx.x + 1) % 64];
        __syncthreads();
        s[threadIdx.x] = next + 1;
        if (i == 4) __syncthreads();
    }
    if (blockIdx.x == 0) __syncthreads();
    atomicAdd(&p[0], s[threadIdx.x]);
    if (n > 3) {
        while (n--) {
            __syncthreads();
            if (n == 7) break;
        }
        __syncthreads();
    }
    if (__syncthreads_or(threadIdx.x == 3)) atomicAdd(&p[1], 1);
    if (__syncthreads_and(threadIdx.x < 32)) atomicAdd(&p[1], 1000);
    if (threadIdx.x < 32) atomicAdd(&p[1], 1);
}
int main() {
    int *p, h[2];
    cudaMalloc(&p, sizeof h);
    cudaMemset(p, 0, sizeof h);
    k<<<1, 64>>>(p, 10);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
    cudaFree(p);
}
