// A scan in one launch: each block waits for the sum of those before it.
#include <cstdio>
__device__ volatile int sums[8], ready[8];
__global__ void scan(int *x) {
    __shared__ int s[64], before;
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    s[t] = x[i];
    __syncthreads();
    for (int step = 1; step < 64; step *= 2) {
        int left = t >= step ? s[t - step] : 0;
        __syncthreads();
        s[t] += left;
        __syncthreads();
    }
    if (t == 63) {
        before = 0;
        if (blockIdx.x > 0) {
            while (ready[blockIdx.x - 1] == 0) {}
            __threadfence();
            before = sums[blockIdx.x - 1];
        }
        sums[blockIdx.x] = before + s[63];
        __threadfence();
        ready[blockIdx.x] = 1;
    }
    __syncthreads();
    x[i] = s[t] + before;
}
int main() {
    static int h[512];
    for (int i = 0; i < 512; i++) h[i] = i % 5;
    int *x;
    cudaMalloc(&x, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    scan<<<8, 64>>>(x);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[100], h[511]);
}
