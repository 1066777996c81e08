// cuda::barrier, cuda::pipeline, memcpy_async, latch, counting_semaphore, producer/consumer warps, aligned sizes, __pipeline primitives.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>
#include <cuda_pipeline.h>
namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;
#pragma nv_diag_suppress static_var_with_dynamic_init
template <int Stages> __global__ void staged(const float *in, float *out, int n)
{
    auto block = cg::this_thread_block(); extern __shared__ float buf[];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state; auto pipe = cuda::make_pipeline(block, &state);
    int batches = n / block.size(); float acc = 0; for (int c = 0, f = 0; c < batches; ++c) { for (; f < batches && f < c + Stages; ++f) { pipe.producer_acquire(); cuda::memcpy_async(block, buf + (f % Stages) * block.size(), in + f * block.size(), cuda::aligned_size_t<16>(sizeof(float) * block.size()), pipe); pipe.producer_commit(); } pipe.consumer_wait(); float *b = buf + (c % Stages) * block.size(); acc += b[(threadIdx.x + 1) % block.size()] * (c + 1); pipe.consumer_release(); }
    out[threadIdx.x] = acc;
}
__global__ void specialised(const int *in, int *out, int n)
{
    __shared__ block_barrier full[2], empty[2]; __shared__ int buf[2][32]; auto block = cg::this_thread_block(); if (block.thread_rank() < 2) { init(&full[block.thread_rank()], block.size()); init(&empty[block.thread_rank()], block.size()); } block.sync();
    int steps = n / 32;
    if (threadIdx.x < 32) for (int s = 0; s < steps; ++s) { empty[s % 2].arrive_and_wait(); buf[s % 2][threadIdx.x] = in[s * 32 + threadIdx.x]; (void)full[s % 2].arrive(); }
    else { (void)empty[0].arrive(); (void)empty[1].arrive(); for (int s = 0; s < steps; ++s) { full[s % 2].arrive_and_wait(); out[s * 32 + threadIdx.x - 32] = buf[s % 2][63 - threadIdx.x] * 2; (void)empty[s % 2].arrive(); } }
}
__global__ void phases(int *out)
{
    __shared__ block_barrier bar; __shared__ int data[64]; if (threadIdx.x == 0) init(&bar, blockDim.x); __syncthreads(); data[threadIdx.x] = threadIdx.x; auto tok = bar.arrive(); int local = threadIdx.x * threadIdx.x; bar.wait(std::move(tok)); local += data[63 - threadIdx.x]; if (threadIdx.x >= 48) { bar.arrive_and_drop(); out[threadIdx.x] = -local; return; } bar.arrive_and_wait(); data[threadIdx.x] = local; bar.arrive_and_wait(); out[threadIdx.x] = data[47 - threadIdx.x]; 
}
__global__ void primitives(const int4 *in, int *out) { __shared__ int4 s[2][32]; for (int k = 0; k < 2; ++k) { __pipeline_memcpy_async(&s[k][threadIdx.x], &in[k * 32 + threadIdx.x], sizeof(int4), k ? 8 : 0); __pipeline_commit(); } __pipeline_wait_prior(1); __syncthreads(); int4 a = s[0][31 - threadIdx.x]; __pipeline_wait_prior(0); __syncthreads(); int4 b = s[1][31 - threadIdx.x]; out[threadIdx.x] = a.x + a.w * 10 + b.x * 100 + b.w * 1000; }
__global__ void groupCopy(const char *in, int *out, int bytes) { __shared__ __align__(16) char s[256]; auto b = cg::this_thread_block(); cg::memcpy_async(b, s, in, bytes); cg::wait(b); int h = 0; for (int i = threadIdx.x; i < bytes; i += b.size()) h += s[i] * (i + 1); atomicAdd(out, h); b.sync(); auto w = cg::tiled_partition<32>(b); cg::memcpy_async(w, s + w.meta_group_rank() * 64, 16, in + 32, bytes); cg::wait_prior<0>(w); b.sync(); if (threadIdx.x == 0) out[1] = s[3] + s[67]; }
__device__ cuda::latch<cuda::thread_scope_device> *gl; __device__ int seen;
__global__ void latched(cuda::latch<cuda::thread_scope_device> *l, int *data, int *out) { if (blockIdx.x) { data[blockIdx.x] = blockIdx.x * 5; l->count_down(); } else { l->wait(); int s = 0; for (int i = 1; i < gridDim.x; ++i) s += data[i]; *out = s; } }
__global__ void limited(cuda::counting_semaphore<cuda::thread_scope_device, 2> *sem, int *inside, int *most) { if (threadIdx.x == 0) { sem->acquire(); int now = atomicAdd(inside, 1) + 1; atomicMax(most, now); for (int i = 0; i < 50; ++i) __nanosleep(100); atomicSub(inside, 1); sem->release(); } }
int main()
{
    float *f; int *o, *in; cudaMallocManaged(&f, 1 << 14); cudaMallocManaged(&o, 1 << 12); cudaMallocManaged(&in, 1 << 12); for (int i = 0; i < 4096; i++) f[i] = i % 100; for (int i = 0; i < 1024; i++) in[i] = i * 7 % 61;
    auto sync = [](const char *w) { auto e = cudaDeviceSynchronize(); if (e) printf("%s %s\n", w, cudaGetErrorString(e)); }; auto hash = [&](int n) { unsigned h = 0; for (int i = 0; i < n; i++) h = h * 33 + o[i]; printf("%08x %d %d\n", h, o[0], o[n - 1]); };
    staged<2><<<1, 128, 2 * 128 * 4>>>(f, (float *)o, 1024); sync("staged"); printf("%g %g\n", ((float *)o)[0], ((float *)o)[127]); staged<4><<<1, 64, 4 * 64 * 4>>>(f, (float *)o, 2048); sync("staged4"); printf("%g %g\n", ((float *)o)[0], ((float *)o)[63]);
    specialised<<<1, 64>>>(in, o, 512); sync("spec"); hash(512); phases<<<1, 64>>>(o); sync("phases"); hash(64); primitives<<<1, 32>>>((int4 *)in, o); sync("prim"); hash(32); o[0] = 0; groupCopy<<<1, 64>>>((char *)f, o, 200); sync("group"); printf("%d %d\n", o[0], o[1]);
    cuda::latch<cuda::thread_scope_device> *l; cudaMallocManaged(&l, sizeof *l); new (l) cuda::latch<cuda::thread_scope_device>(15); latched<<<16, 1>>>(l, in, o); sync("latch"); printf("%d\n", o[0]); cuda::counting_semaphore<cuda::thread_scope_device, 2> *s; cudaMallocManaged(&s, sizeof *s); new (s) cuda::counting_semaphore<cuda::thread_scope_device, 2>(2); o[0] = o[1] = 0; limited<<<12, 32>>>(s, o, o + 1); sync("sem"); printf("%d %d\n", o[0], o[1] <= 2 && o[1] >= 1);
}
