// Data and flag are both `volatile`, and fences stand between the two on both sides; or nothing was to be ordered.
#include <cstdio>
#include <cuda/atomic>
__device__ volatile int data, flag, guarded, steps[4], progress[2];
__device__ int lock;
__device__ cuda::atomic<int, cuda::thread_scope_device> value, ready;
__global__ void of_one(int *out) {
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) {
            data = 42;
            __threadfence();
            flag = 1;
        }
    } else if (threadIdx.x == 0) {
        while (flag == 0) {}
        __threadfence();
        *out = data;
    }
}
__global__ void of_a_block(volatile int *values, volatile int *set, int *out) {
    if (blockIdx.x == 0) {
        values[threadIdx.x] = threadIdx.x * 2;
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0) set[0] = 1;
    } else {
        if (threadIdx.x == 0) {
            while (set[0] == 0) {}
            __threadfence();
        }
        __syncthreads();
        out[threadIdx.x] = values[threadIdx.x];
    }
}
__global__ void under_a_lock() {
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        __threadfence();
        guarded = guarded + blockIdx.x;
        __threadfence();
        atomicExch(&lock, 0);
    }
}
// Several flags, each of which is waited for: the order of the two means nothing.
__global__ void flags_alone(int *out) {
    if (blockIdx.x == 0) {
        progress[0] = 1;
        progress[1] = 1;
    } else {
        while (progress[1] == 0) {}
        while (progress[0] == 0) {}
        *out = 1;
    }
}
__global__ void acquired(int *out) {
    if (blockIdx.x == 0) {
        value.store(42, cuda::memory_order_relaxed);
        ready.store(1, cuda::memory_order_release);
    } else {
        while (ready.load(cuda::memory_order_acquire) == 0) {}
        *out = value.load(cuda::memory_order_relaxed);
    }
}
int main() {
    int *values, *set, *out, h[64];
    cudaMalloc(&values, sizeof h), cudaMalloc(&set, 4), cudaMalloc(&out, sizeof h);
    cudaMemset(set, 0, 4);
    of_one<<<2, 32>>>(out);
    of_a_block<<<2, 64>>>(values, set, out);
    under_a_lock<<<8, 32>>>();
    flags_alone<<<2, 1>>>(out);
    acquired<<<2, 1>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[63]);
    cudaFree(values), cudaFree(set), cudaFree(out);
}
