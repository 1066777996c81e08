// The last block to arrive finishes the sum; the first waits for a flag that another block sets.
//@ stdout: 2016 42
#include <cstdio>
__device__ unsigned arrived;
__device__ volatile int flag;
__device__ int partial[4];
__global__ void k(int *out) {
    __shared__ bool last;
    __shared__ int s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    atomicAdd(&s, blockIdx.x * blockDim.x + threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s;
        __threadfence();
        last = atomicInc(&arrived, gridDim.x) == gridDim.x - 1;
        if (blockIdx.x == 3) { __threadfence(); flag = 42; }
        if (blockIdx.x == 0) { while (flag == 0) ; out[1] = flag; }
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < 4; i++) sum += ((volatile int *)partial)[i];
        out[0] = sum;
    }
}
int main() {
    int *p, h[2];
    cudaMalloc(&p, sizeof h);
    k<<<4, 16>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
    cudaFree(p);
}
