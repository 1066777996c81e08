// A barrier does not wait for asynchronous copies: what they write is there after a wait of the threads that copy, and what they read may
// be changed after that.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
__global__ void no_wait(const float *in, float *out) {
    __shared__ float s[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], sizeof(float)); //~ NOTE copied here by thread (63,0,0)
    __pipeline_commit();
    __syncthreads();
    out[t] = s[63 - t]; //~ ERROR[R0301] an asynchronous copy of thread (63,0,0) writes `s[63]`, thread (0,0,0) reads it, and nothing has waited for the copy | __pipeline_wait_prior(0)
}
__global__ void waits_for_the_last_but_one(const float *in, float *out, int tiles) {
    __shared__ float s[2][64];
    int t = threadIdx.x;
    float sum = 0;
    __pipeline_memcpy_async(&s[0][t], &in[t], 4); //~ NOTE copied here
    __pipeline_commit();
    for (int i = 0; i < tiles; i++) {
        if (i + 1 < tiles) __pipeline_memcpy_async(&s[(i + 1) & 1][t], &in[(i + 1) * 64 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += s[i & 1][63 - t]; //~ ERROR[R0301] `s[0][63]` | left the last 2 groups of copies
        __syncthreads();
    }
    out[t] = sum;
}
__global__ void reads_its_own(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], 4); //~ NOTE copied here by thread (0,0,0)
    __pipeline_commit();
    out[t] = s[t]; //~ ERROR[R0301] an asynchronous copy of thread (0,0,0) writes `s[0]`, the thread itself reads it
}
__global__ void changes_the_source(int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], 4); //~ NOTE copied here by thread (0,0,0)
    __pipeline_commit();
    in[t] = 0; //~ ERROR[R0302] an asynchronous copy of thread (0,0,0) reads `in[0]`, the thread itself writes it
    __pipeline_wait_prior(0);
    out[t] = s[t];
}
__global__ void group_sync_for_wait(const int *in, int *out) {
    __shared__ int s[64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, in, sizeof s); //~ NOTE copied here
    block.sync();
    out[threadIdx.x] = s[63 - threadIdx.x]; //~ ERROR[R0301] asynchronous copy | cooperative_groups::wait(group)
}
__global__ void barrier_of_the_block_for_its_own(const int *in, int *out) {
    __shared__ int s[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(block, s, in, sizeof s, bar); //~ NOTE copied here
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x]; //~ ERROR[R0301] asynchronous copy | barrier.arrive_and_wait();
}
__global__ void in_ptx(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    unsigned to = (unsigned)__cvta_generic_to_shared(&s[t]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + t) : "memory"); //~ NOTE copied here
    asm volatile("cp.async.commit_group;");
    __syncthreads();
    out[t] = s[63 - t]; //~ ERROR[R0301] asynchronous copy | cp.async.wait_group 0
}
int main() {
    int *in, *out;
    cudaMalloc(&in, 1024);
    cudaMalloc(&out, 256);
    cudaMemset(in, 0, 1024);
    no_wait<<<1, 64>>>((float *)in, (float *)out);
    waits_for_the_last_but_one<<<1, 64>>>((float *)in, (float *)out, 4);
    reads_its_own<<<1, 64>>>(in, out);
    changes_the_source<<<1, 64>>>(in, out);
    group_sync_for_wait<<<1, 64>>>(in, out);
    barrier_of_the_block_for_its_own<<<1, 64>>>(in, out);
    in_ptx<<<1, 64>>>(in, out);
    int result[64];
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
}
