// What barriers and pipelines of libcu++ order is no race: before an arrival, behind the wait.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void turns(int *out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[2][64];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    int own = threadIdx.x;
    for (int round = 0; round < 6; round++) {
        s[round & 1][threadIdx.x] = own;
        auto token = bar.arrive();
        own *= 3;
        bar.wait(std::move(token));
        own += s[round & 1][63 - threadIdx.x];
    }
    out[threadIdx.x] = own;
}
__global__ void fed(const int *in, int *out) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int s[2][32];
    auto block = cg::this_thread_block();
    auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = cuda::make_pipeline(block, &state, role);
    for (int i = 0; i < 5; i++) {
        if (role == cuda::pipeline_role::producer) {
            pipe.producer_acquire();
            cuda::memcpy_async(&s[i & 1][threadIdx.x], in + i * 32 + threadIdx.x, sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            out[i * 32 + threadIdx.x - 32] = s[i & 1][63 - threadIdx.x];
            pipe.consumer_release();
        }
    }
}
__global__ void announced(cuda::atomic<int, cuda::thread_scope_device> *flag, int *data, int *out) {
    if (blockIdx.x == 0) {
        data[threadIdx.x] = threadIdx.x;
        flag->fetch_add(1, cuda::memory_order_release);
    } else {
        while (flag->load(cuda::memory_order_acquire) < 32) {}
        out[threadIdx.x] = data[31 - threadIdx.x];
    }
}
int main() {
    int *out, *in, h[160];
    cudaMalloc(&out, 160 * sizeof(int)), cudaMalloc(&in, 160 * sizeof(int));
    cudaMemset(in, 1, 160 * sizeof(int));
    turns<<<1, 64>>>(out);
    fed<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, 160 * sizeof(int), cudaMemcpyDeviceToHost);
    cuda::atomic<int, cuda::thread_scope_device> *flag;
    cudaMalloc(&flag, sizeof *flag), cudaMemset(flag, 0, sizeof *flag);
    announced<<<2, 32>>>(flag, in, out);
    cudaMemcpy(&h[1], out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
    cudaFree(out), cudaFree(in), cudaFree(flag);
}
