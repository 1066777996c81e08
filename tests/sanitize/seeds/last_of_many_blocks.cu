// The last block has fences on both sides: it sees what all the others wrote, however many they are.
//@ args: --seeds 0..4 --require-same-result
//@ exit: 0
#include <cstdio>
__device__ unsigned arrived;
__device__ int partial[200];
__global__ void sum(int *out) {
    partial[blockIdx.x] = blockIdx.x;
    __threadfence();
    if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
        __threadfence();
        int all = 0;
        for (int b = 0; b < gridDim.x; b++) all += partial[b];
        *out = all;
    }
}
int main() {
    int *out, r;
    cudaMalloc(&out, sizeof(int));
    sum<<<200, 1>>>(out);
    cudaMemcpy(&r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    cudaFree(out);
}
