// All threads write, execute a fence of the block only, and meet; then thread 0 raises the flag for the other block.
#include <cstdio>
__device__ int data[64];
__device__ volatile int flag;
__global__ void hand_over(const int *in, int *out) {
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = in[t] * 2;
        __threadfence_block();
        __syncthreads();
        if (t == 0) flag = 1;
    } else {
        if (t == 0) {
            while (flag == 0) {}
            __threadfence();
        }
        __syncthreads();
        out[t] = data[63 - t]; //~ ERROR[R0702] block (1,0,0) sees the flag, but perhaps not yet the data | put `__threadfence();` between the two writes: what stands there is for threads of one block alone
    }
}
int main() {
    int h[64], *in, *out;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&in, sizeof h), cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    hand_over<<<2, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(in), cudaFree(out);
}
