// Data and flag are both `volatile`, which is no race; but without fences nothing orders the two.
#include <cstdio>
#include <cuda/atomic>
__device__ volatile int data, flag, data_of_block, flag_of_block, guarded;
__device__ int lock;
__device__ cuda::atomic<int, cuda::thread_scope_device> value, ready;
__global__ void of_one(int *out) {
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) {
            data = 42;
            flag = 1;
        }
    } else if (threadIdx.x == 0) {
        while (flag == 0) {}
        *out = data; //~ ERROR[R0702] block (1,0,0) sees the flag, but perhaps not yet the data: `data`, which block (0,0,0) writes | put `__threadfence();` between the two writes, and between the two reads
    }
}
__global__ void of_a_block(volatile int *values, volatile int *set, int *out) {
    if (blockIdx.x == 0) {
        values[threadIdx.x] = threadIdx.x * 2;
        __syncthreads();
        if (threadIdx.x == 0) set[0] = 1;
    } else {
        if (threadIdx.x == 0) {
            while (set[0] == 0) {}
        }
        __syncthreads();
        out[threadIdx.x] = values[threadIdx.x]; //~ ERROR[R0702] block (1,0,0) sees the flag, but perhaps not yet the data: `values[0]`
    }
}
__global__ void in_a_block(int *out) {
    if (threadIdx.x == 0) {
        data_of_block = 42;
        flag_of_block = 1;
    }
    if (threadIdx.x == 32) {
        while (flag_of_block == 0) {}
        *out = data_of_block; //~ ERROR[R0702] thread (32,0,0) sees the flag, but perhaps not yet the data: `data_of_block` | put `__threadfence_block();` between the two writes, and between the two reads
    }
}
__global__ void under_a_lock() {
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        guarded = guarded + blockIdx.x; //~ ERROR[R0702] block (1,0,0) takes the lock, but perhaps does not see yet what was done under it: `guarded` | put `__threadfence();` before giving the lock back, and behind taking it
        atomicExch(&lock, 0);
    }
}
__global__ void relaxed(int *out) {
    if (blockIdx.x == 0) {
        value.store(42, cuda::memory_order_relaxed);
        ready.store(1, cuda::memory_order_relaxed);
    } else {
        while (ready.load(cuda::memory_order_relaxed) == 0) {}
        *out = value.load(cuda::memory_order_relaxed); //~ ERROR[R0702] but perhaps not yet the data: `value` | use `cuda::memory_order_release` where the flag is set and `cuda::memory_order_acquire` where it is read
    }
}
int main() {
    int *values, *set, *out, h[64];
    cudaMalloc(&values, sizeof h), cudaMalloc(&set, 4), cudaMalloc(&out, sizeof h);
    cudaMemset(set, 0, 4);
    of_one<<<2, 32>>>(out);
    of_a_block<<<2, 64>>>(values, set, out);
    in_a_block<<<1, 64>>>(out);
    under_a_lock<<<8, 32>>>();
    relaxed<<<2, 1>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[63]);
    cudaFree(values), cudaFree(set), cudaFree(out);
}
