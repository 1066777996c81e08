// Who has arrived has not waited yet; a copy that its own thread has waited for is not there for the others.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void early(int *out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    s[threadIdx.x] = threadIdx.x;
    auto token = bar.arrive();
    out[threadIdx.x] = s[63 - threadIdx.x]; //~ ERROR[R0301] nothing orders the two
    bar.wait(std::move(token));
}
__global__ void of_a_thread(const int *in, int *out) {
    __shared__ int s[64];
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    out[threadIdx.x] = s[63 - threadIdx.x]; //~ ERROR[R0301] nothing orders the two
    pipe.consumer_release();
}
// The stage is free before all have read it.
__global__ void released_early(const int *in, int *out) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
    __shared__ int s[64];
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int i = 0; i < 3; i++) {
        pipe.producer_acquire();
        cuda::memcpy_async(block, s, in, sizeof(s), pipe); //~ ERROR[R0301] nothing orders the two
        pipe.producer_commit();
        pipe.consumer_wait();
        pipe.consumer_release();
        out[threadIdx.x] = s[63 - threadIdx.x];
    }
}
__global__ void relaxed(cuda::atomic<int, cuda::thread_scope_device> *flag, int *data, int *out) {
    if (blockIdx.x == 0) {
        *data = 42;
        flag->store(1, cuda::memory_order_relaxed);
    } else {
        while (flag->load(cuda::memory_order_acquire) == 0) {}
        *out = *data; //~ ERROR[R0702] sees the flag, but perhaps not yet the data | `cuda::memory_order_release` where the flag is set
    }
}
int main() {
    int *out, *in;
    cudaMalloc(&out, 64 * sizeof(int)), cudaMalloc(&in, 64 * sizeof(int));
    cudaMemset(in, 1, 64 * sizeof(int));
    early<<<1, 64>>>(out);
    of_a_thread<<<1, 64>>>(in, out);
    released_early<<<1, 64>>>(in, out);
    cuda::atomic<int, cuda::thread_scope_device> *flag;
    cudaMalloc(&flag, sizeof *flag), cudaMemset(flag, 0, sizeof *flag);
    relaxed<<<2, 1>>>(flag, in, out);
    cudaDeviceSynchronize();
    cudaFree(out), cudaFree(in), cudaFree(flag);
}
