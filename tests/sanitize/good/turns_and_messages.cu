#include <cstdio>
#include <cuda/atomic>
#include <cuda/semaphore>
#include <cuda/latch>
// Messages by libcu++'s atomics: release, acquire, a semaphore, a latch.
__device__ int data[32]; __device__ int flag;
__device__ cuda::atomic<int, cuda::thread_scope_device> turn{0};
__global__ void k(int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> f(flag);
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x * 3;
        __syncthreads();
        if (threadIdx.x == 0) f.store(1, cuda::memory_order_release);
    } else {
        if (threadIdx.x == 0) while (f.load(cuda::memory_order_acquire) == 0) ;
        __syncthreads();
        out[threadIdx.x] = data[31 - threadIdx.x];
    }
}
__global__ void rounds(int *out) {
    int me = blockIdx.x;
    if (threadIdx.x == 0) {
        for (int r = 0; r < 3; r++) {
            while (turn.load(cuda::memory_order_acquire) != r * 3 + me) ;
            out[32] = out[32] * 2 + me;
            turn.fetch_add(1, cuda::memory_order_release);
        }
    }
}
int main() { int *d, h[33]; cudaMalloc(&d, 132); cudaMemset(d, 0, 132); k<<<2, 32>>>(d); rounds<<<3, 32>>>(d); cudaMemcpy(h, d, 132, cudaMemcpyDeviceToHost); printf("%d %d %d\n", h[0], h[5], h[32]); cudaFree(d); }
