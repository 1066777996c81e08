// Products of matrices with tiles that are copied ahead, after NVIDIA's sample globalToShmemAsyncCopy; the primitives and PTX.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <cuda/pipeline>
#include <cstdio>

namespace cg = cooperative_groups;
constexpr int tile = 16, stages = 3;

// With the pipeline of each thread.
__global__ void multi_stage(float *c, const float *a, const float *b, int width)
{
    __shared__ alignas(16) float as[stages][tile][tile], bs[stages][tile][tile];
    int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
    const auto shape4 = cuda::aligned_size_t<alignof(float4)>(sizeof(float4));
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    int tiles = width / tile;
    float sum = 0;
    for (int done = 0, next = 0; done < tiles; ++done) {
        for (; next < tiles && next < done + stages; ++next) {
            pipe.producer_acquire();
            if (threadIdx.x % 4 == 0) {
                int s = next % stages;
                cuda::memcpy_async(reinterpret_cast<float4 *>(&as[s][threadIdx.y][threadIdx.x]),
                                   reinterpret_cast<const float4 *>(&a[row * width + next * tile + threadIdx.x]), shape4, pipe);
                cuda::memcpy_async(reinterpret_cast<float4 *>(&bs[s][threadIdx.y][threadIdx.x]),
                                   reinterpret_cast<const float4 *>(&b[(next * tile + threadIdx.y) * width + column]), shape4, pipe);
            }
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncthreads();
        for (int k = 0; k < tile; ++k) sum += as[done % stages][threadIdx.y][k] * bs[done % stages][k][threadIdx.x];
        pipe.consumer_release();
        __syncthreads();
    }
    c[row * width + column] = sum;
}

// With the primitives, one tile ahead.
__global__ void primitives(float *c, const float *a, const float *b, int width)
{
    __shared__ float as[2][tile][tile], bs[2][tile][tile];
    int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x, tiles = width / tile;
    auto fetch = [&](int t) {
        __pipeline_memcpy_async(&as[t & 1][threadIdx.y][threadIdx.x], &a[row * width + t * tile + threadIdx.x], sizeof(float));
        __pipeline_memcpy_async(&bs[t & 1][threadIdx.y][threadIdx.x], &b[(t * tile + threadIdx.y) * width + column], sizeof(float));
        __pipeline_commit();
    };
    fetch(0);
    float sum = 0;
    for (int t = 0; t < tiles; ++t) {
        if (t + 1 < tiles) {
            fetch(t + 1);
            __pipeline_wait_prior(1);
        } else {
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        for (int k = 0; k < tile; ++k) sum += as[t & 1][threadIdx.y][k] * bs[t & 1][k][threadIdx.x];
        __syncthreads();
    }
    c[row * width + column] = sum;
}

// Two tiles in flight, copied by the whole block.
__global__ void by_the_block(int *out, const int *in, int count)
{
    __shared__ int s[2][64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s[0], in, sizeof(int) * 64);
    int sum = 0;
    for (int i = 0; i < count; ++i) {
        if (i + 1 < count) {
            cg::memcpy_async(block, s[(i + 1) & 1], in + (i + 1) * 64, sizeof(int) * 64);
            cg::wait_prior<1>(block);
        } else {
            cg::wait(block);
        }
        sum = sum * 3 + s[i & 1][63 - threadIdx.x];
        block.sync();
    }
    out[threadIdx.x] = sum;
}

__device__ unsigned shared_address(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__global__ void ptx(int *out, const int *in, int valid)
{
    __shared__ alignas(16) int s[4 * 32];
    int lane = threadIdx.x;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(shared_address(s + lane)), "l"(in + lane) : "memory");
    asm volatile("cp.async.commit_group;");
    if (lane < 16) asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(shared_address(s + 32 + 2 * lane)), "l"(in + 2 * lane));
    if (lane < 8) asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;\n" ::"r"(shared_address(s + 64 + 4 * lane)), "l"(in + 4 * lane));
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    int first = s[31 - lane];
    asm volatile("cp.async.wait_group %0;" ::"n"(0) : "memory");
    int size = lane < valid ? 4 : lane == valid ? 2 : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(shared_address(s + 96 + lane)), "l"(in + lane), "r"(size) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    out[lane] = first * 1000000 + s[32 + (lane + 1) % 32] * 10000 + s[64 + (lane + 2) % 32] * 100 + s[96 + (lane + 3) % 32] % 100;
}

__global__ void with_zeros(int *out, const int *in)
{
    __shared__ int4 s[32];
    __pipeline_memcpy_async(&s[threadIdx.x], (const int4 *)in, sizeof(int4), threadIdx.x % 4 * 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    int4 v = s[threadIdx.x];
    out[threadIdx.x] = v.x * 1000 + v.y * 100 + v.z * 10 + v.w;
}

int main()
{
    const int n = 64;
    float *a, *b, *c;
    int *in, *out;
    cudaMallocManaged(&a, n * n * sizeof(float));
    cudaMallocManaged(&b, n * n * sizeof(float));
    cudaMallocManaged(&c, n * n * sizeof(float));
    cudaMallocManaged(&in, 1024 * sizeof(int));
    cudaMallocManaged(&out, 64 * sizeof(int));
    for (int i = 0; i < n * n; ++i) a[i] = i % 13 * 0.5f, b[i] = i % 7 - 3;
    for (int i = 0; i < 1024; ++i) in[i] = i * 5 % 97 + 1;
    multi_stage<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(c, a, b, n);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", c[0], c[n * n / 2 + 5], c[n * n - 1]);
    primitives<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(c, a, b, n);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", c[0], c[n * n / 2 + 5], c[n * n - 1]);
    by_the_block<<<1, 64>>>(out, in, 8);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[63]);
    for (int i = 0; i < 32; ++i) in[i] = i + 1;
    ptx<<<1, 32>>>(out, in, 20);
    cudaDeviceSynchronize();
    for (int i = 0; i < 32; i += 5) printf("%d ", out[i]);
    printf("\n");
    with_zeros<<<1, 32>>>(out, in);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
