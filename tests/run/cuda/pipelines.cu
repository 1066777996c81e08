// Pipelines, as in the programming guide's chapter "Asynchronous Data Copies using cuda::pipeline".
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cstdio>

namespace cg = cooperative_groups;

__device__ int work(const int *tile, int i, int n) { return tile[i] * 2 + tile[(i + 1) % n]; }

__global__ void one_stage(int *out, const int *in, int batches)
{
    constexpr auto scope = cuda::thread_scope_block;
    constexpr size_t stages = 1;
    __shared__ cuda::pipeline_shared_state<scope, stages> state;
    __shared__ int tile[128];
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int batch = 0; batch < batches; ++batch) {
        int at = batch * 128;
        pipe.producer_acquire();
        cuda::memcpy_async(block, tile, in + at, sizeof(int) * block.size(), pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        out[at + threadIdx.x] = work(tile, threadIdx.x, 128);
        pipe.consumer_release();
    }
}

template <size_t stages> __global__ void several_stages(int *out, const int *in, int batches)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    __shared__ alignas(16) int tile[stages][128];
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int compute = 0, fetch = 0; compute < batches; ++compute) {
        for (; fetch < batches && fetch < compute + (int)stages; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, tile[fetch % stages], in + fetch * 128, cuda::aligned_size_t<16>(512), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[compute * 128 + threadIdx.x] = work(tile[compute % stages], threadIdx.x, 128);
        pipe.consumer_release();
    }
}

// The first warp copies, the others compute.
__global__ void by_role(int *out, const int *in, int batches, bool by_count)
{
    constexpr int stages = 2;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    __shared__ int tile[stages][96];
    auto block = cg::this_thread_block();
    auto role = block.thread_rank() < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
    auto pipe = by_count ? cuda::make_pipeline(block, &state, 32) : cuda::make_pipeline(block, &state, role);
    auto warp = cg::tiled_partition<32>(block);
    if (role == cuda::pipeline_role::producer) {
        for (int batch = 0; batch < batches; ++batch) {
            pipe.producer_acquire();
            cuda::memcpy_async(warp, tile[batch % stages], in + batch * 96, sizeof(int) * 96, pipe);
            pipe.producer_commit();
        }
    } else {
        int me = block.thread_rank() - 32;
        for (int batch = 0; batch < batches; ++batch) {
            pipe.consumer_wait();
            out[batch * 96 + me] = work(tile[batch % stages], me, 96);
            pipe.consumer_release();
        }
    }
}

// A pipeline of each thread by itself.
__global__ void of_a_thread(int *out, const int *in, int batches)
{
    __shared__ int tile[4][128];
    auto pipe = cuda::make_pipeline();
    int me = threadIdx.x;
    for (int i = 0; i < 3; ++i) {
        pipe.producer_acquire();
        cuda::memcpy_async(&tile[i][me], &in[i * 128 + me], sizeof(int), pipe);
        pipe.producer_commit();
    }
    for (int batch = 0; batch < batches; ++batch) {
        pipe.producer_acquire();
        if (batch + 3 < batches) cuda::memcpy_async(&tile[(batch + 3) % 4][me], &in[(batch + 3) * 128 + me], sizeof(int), pipe);
        pipe.producer_commit();
        cuda::pipeline_consumer_wait_prior<3>(pipe);
        out[batch * 128 + me] = tile[batch % 4][me] * 5;
        pipe.consumer_release();
    }
}

__global__ void of_a_thread_in_order(double *out, const double *in)
{
    __shared__ double tile[2][64];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    auto here = cg::this_thread();
    for (int i = 0; i < 2; ++i) {
        pipe.producer_acquire();
        cuda::memcpy_async(here, &tile[i][threadIdx.x], &in[i * 64 + threadIdx.x], cuda::aligned_size_t<alignof(double)>(sizeof(double)), pipe);
        pipe.producer_commit();
    }
    double sum = 0;
    for (int i = 0; i < 2; ++i) {
        pipe.consumer_wait();
        sum = sum * 2 + tile[i][threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

long checksum(int *out, int n)
{
    long sum = 0;
    for (int i = 0; i < n; ++i) sum = (sum * 31 + out[i]) % 1000000007;
    for (int i = 0; i < n; ++i) out[i] = 0;
    return sum;
}

int main()
{
    const int n = 128 * 12;
    int *in, *out;
    double *din, *dout;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&din, 128 * sizeof(double));
    cudaMallocManaged(&dout, 64 * sizeof(double));
    for (int i = 0; i < n; ++i) in[i] = i * i % 911, out[i] = 0;
    for (int i = 0; i < 128; ++i) din[i] = i * 0.25;
    one_stage<<<1, 128>>>(out, in, 12);
    cudaDeviceSynchronize();
    printf("one stage %ld\n", checksum(out, n));
    several_stages<2><<<1, 128>>>(out, in, 12);
    cudaDeviceSynchronize();
    printf("two stages %ld\n", checksum(out, n));
    several_stages<4><<<1, 128>>>(out, in, 12);
    cudaDeviceSynchronize();
    printf("four stages %ld\n", checksum(out, n));
    by_role<<<1, 128>>>(out, in, 16, false);
    cudaDeviceSynchronize();
    printf("by role %ld\n", checksum(out, n));
    by_role<<<1, 128>>>(out, in, 16, true);
    cudaDeviceSynchronize();
    printf("by count %ld\n", checksum(out, n));
    of_a_thread<<<1, 128>>>(out, in, 12);
    cudaDeviceSynchronize();
    printf("of a thread %ld\n", checksum(out, n));
    of_a_thread_in_order<<<1, 64>>>(dout, din);
    cudaDeviceSynchronize();
    printf("in order %g %g\n", dout[0], dout[63]);
    printf("%zu %s\n", sizeof(cuda::pipeline_shared_state<cuda::thread_scope_block, 2>), cudaGetErrorString(cudaGetLastError()));
}
