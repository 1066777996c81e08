// Stages of asynchronous copies, each with its wait.
#include <cuda/pipeline>
#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void primitives(const float *in, float *out, int tiles)
{
    __shared__ float s[3][64];
    int t = threadIdx.x; float sum = 0;
    for (int i = 0; i < 2; i++) { __pipeline_memcpy_async(&s[i][t], &in[i * 64 + t], 4); __pipeline_commit(); }
    for (int i = 0; i < tiles; i++) {
        if (i + 2 < tiles) __pipeline_memcpy_async(&s[(i + 2) % 3][t], &in[(i + 2) * 64 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += s[i % 3][63 - t];
        __syncthreads();
    }
    out[t] = sum;
}
__global__ void groups(const float *in, float *out, int tiles)
{
    __shared__ float s[2][64];
    auto block = cg::this_thread_block();
    int t = threadIdx.x; float sum = 0;
    cg::memcpy_async(block, s[0], in, 256);
    for (int i = 0; i < tiles; i++) {
        if (i + 1 < tiles) {
            cg::memcpy_async(block, s[(i + 1) % 2], in + (i + 1) * 64, 256);
            cg::wait_prior<1>(block);
        } else cg::wait(block);
        sum += s[i % 2][63 - t];
        block.sync();
    }
    out[t] = sum;
}
__global__ void objects(const float *in, float *out, int tiles)
{
    __shared__ float s[2][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int t = threadIdx.x; float sum = 0;
    for (int i = 0; i < 2; i++) { pipe.producer_acquire(); cuda::memcpy_async(block, s[i], in + i * 64, 256, pipe); pipe.producer_commit(); }
    for (int i = 0; i < tiles; i++) {
        pipe.consumer_wait();
        sum += s[i % 2][63 - t];
        pipe.consumer_release();
        if (i + 2 < tiles) { pipe.producer_acquire(); cuda::memcpy_async(block, s[i % 2], in + (i + 2) * 64, 256, pipe); pipe.producer_commit(); }
    }
    out[t] = sum;
}
__global__ void own(const float4 *in, float *out)
{
    __shared__ float4 s[64];
    auto pipe = cuda::make_pipeline();
    int t = threadIdx.x;
    pipe.producer_acquire();
    cuda::memcpy_async(&s[t], in + t, cuda::aligned_size_t<16>(16), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    out[t] = s[t].x + s[t].w;
    pipe.consumer_release();
    __syncthreads();
    out[t] += s[63 - t].y;
}
int main()
{
    static float h[512]; float *in, *out;
    for (int i = 0; i < 512; i++) h[i] = i;
    cudaMalloc(&in, sizeof h); cudaMalloc(&out, 256); cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    primitives<<<1, 64>>>(in, out, 8); cudaMemcpy(h, out, 256, cudaMemcpyDeviceToHost); printf("%g\n", h[1]);
    groups<<<1, 64>>>(in, out, 8); cudaMemcpy(h, out, 256, cudaMemcpyDeviceToHost); printf("%g\n", h[1]);
    objects<<<1, 64>>>(in, out, 8); cudaMemcpy(h, out, 256, cudaMemcpyDeviceToHost); printf("%g\n", h[1]);
    own<<<1, 64>>>((float4 *)in, out); cudaMemcpy(h, out, 256, cudaMemcpyDeviceToHost); printf("%g\n", h[1]);
    cudaFree(in); cudaFree(out);
}
