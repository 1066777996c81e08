// Sums that all threads add to atomically: read behind a barrier, by the block that comes last, and by the next launch.
//@ stdout: 8064 0 0
#include <cstdio>
__device__ int sum, done, seen;
__global__ void add(int *out) {
    __shared__ int own;
    int t = threadIdx.x;
    if (t == 0) own = 0;
    __syncthreads();
    atomicAdd(&own, 1);
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = own;
    atomicAdd(&sum, t);
    __threadfence();
    if (atomicAdd(&done, 1) == gridDim.x * blockDim.x - 1) {
        __threadfence();
        seen = sum;
        sum = 0;
        done = 0;
    }
}
__global__ void tell() { printf("%d %d %d\n", seen, sum, done); }
int main() {
    int *out, h[256];
    cudaMalloc(&out, sizeof h);
    for (int round = 0; round < 2; round++) add<<<4, 64>>>(out);
    tell<<<1, 1>>>();
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    return h[0] + h[255] != 128;
}
