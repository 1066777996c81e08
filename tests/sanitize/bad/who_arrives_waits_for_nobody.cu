// Writers and readers arrive at a barrier of libcu++, and nobody waits.
#include <cuda/barrier>
#include <cstdio>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void hand(int *out)
{
    __shared__ int data[32];
    __shared__ barrier bar;
    if (threadIdx.x == 0) init(&bar, 64);
    __syncthreads();
    if (threadIdx.x < 32) {
        data[threadIdx.x] = threadIdx.x * 10;
        auto token = bar.arrive();
    } else {
        auto token = bar.arrive();
        out[threadIdx.x - 32] = data[threadIdx.x - 32]; //~ ERROR[R0301] `data[0]` | `barrier.arrive_and_wait();`
    }
}
int main()
{
    int *d, h[32];
    cudaMalloc(&d, sizeof h);
    hand<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[31]);
    cudaFree(d);
}
