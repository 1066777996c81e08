// Barriers of two steps, as in the programming guide's chapter "Asynchronous Barrier".
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/std/utility>
#include <cstdio>

using block_barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cg = cooperative_groups;

// Sums of neighbours, between arriving and waiting there is work of one's own.
__global__ void split(const int *in, int *out, int rounds)
{
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ block_barrier bar;
    __shared__ int data[2][128];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int round = 0; round < rounds; ++round) {
        int *row = data[round & 1];
        row[threadIdx.x] = mine;
        block_barrier::arrival_token token = bar.arrive();
        mine = mine * 3 % 1009;
        bar.wait(cuda::std::move(token));
        mine += row[(threadIdx.x + 1) % blockDim.x];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = mine;
}

// Warp 0 produces, the others consume, with a full and an empty barrier for each of two buffers.
__global__ void specialised(int *out, int rounds)
{
    constexpr int length = 64;
    __shared__ block_barrier filled[2], free[2];
    __shared__ int buffer[2][length];
    if (threadIdx.x < 2) {
        init(&filled[threadIdx.x], blockDim.x);
        init(&free[threadIdx.x], blockDim.x);
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int round = 0; round < rounds; ++round) {
            free[round % 2].arrive_and_wait();
            for (int i = threadIdx.x; i < length; i += 32) buffer[round % 2][i] = round * 1000 + i;
            (void)filled[round % 2].arrive();
        }
    } else {
        int sum = 0, me = threadIdx.x - 32, others = blockDim.x - 32;
        (void)free[0].arrive();
        (void)free[1].arrive();
        for (int round = 0; round < rounds; ++round) {
            filled[round % 2].arrive_and_wait();
            for (int i = me; i < length; i += others) sum += buffer[round % 2][i];
            (void)free[round % 2].arrive();
        }
        out[me] = sum;
    }
}

// Each round one warp goes away.
__global__ void fewer(int *rounds_of)
{
    __shared__ block_barrier bar;
    __shared__ int arrived;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        arrived = 0;
    }
    __syncthreads();
    int warp = threadIdx.x / 32;
    for (int round = 0; round < 4; ++round) {
        if (round == warp) {
            bar.arrive_and_drop();
            return;
        }
        atomicAdd(&arrived, 1);
        bar.arrive_and_wait();
        if (threadIdx.x == blockDim.x - 1) rounds_of[round] = arrived;
        bar.arrive_and_wait();
    }
}

__global__ void by_parity(int *out)
{
    __shared__ block_barrier bar;
    __shared__ int turn;
    if (threadIdx.x == 0) init(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 32) {
        turn = 17;
        (void)bar.arrive();
    }
    bar.wait_parity(false);
    out[threadIdx.x] = turn + threadIdx.x;
}

struct count_phases {
    int *phases;
    __device__ void operator()() noexcept { ++*phases; }
};

__global__ void with_completion(int *phases)
{
    using counted = cuda::barrier<cuda::thread_scope_block, count_phases>;
    __shared__ alignas(counted) char room[sizeof(counted)];
    counted &bar = *reinterpret_cast<counted *>(room);
    if (threadIdx.x == 0) new (&bar) counted(blockDim.x, count_phases{phases});
    __syncthreads();
    for (int i = 0; i < 5; ++i) bar.arrive_and_wait();
}

// A barrier of the whole grid in global memory.
__global__ void across_blocks(cuda::barrier<cuda::thread_scope_device> *bar, int *slots, int *sums)
{
    slots[blockIdx.x] = blockIdx.x + 1;
    bar->arrive_and_wait();
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += slots[i];
    sums[blockIdx.x] = sum;
}

__global__ void copy_with_barrier(const int *in, int *out)
{
    __shared__ block_barrier bar;
    __shared__ alignas(16) int tile[256];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, tile, in + blockIdx.x * 256, cuda::aligned_size_t<16>(sizeof(int) * 256), bar);
    bar.arrive_and_wait();
    out[blockIdx.x * 256 + threadIdx.x] = tile[255 - threadIdx.x];
    bar.arrive_and_wait();
    cuda::memcpy_async(tile + threadIdx.x, in + threadIdx.x, sizeof(int), bar);
    bar.arrive_and_wait();
    out[blockIdx.x * 256 + threadIdx.x] += tile[threadIdx.x ^ 1] * 1000;
}

template <class T> T *managed(int n)
{
    T *p;
    cudaMallocManaged(&p, n * sizeof(T));
    return p;
}

int main()
{
    int *in = managed<int>(512), *out = managed<int>(512);
    for (int i = 0; i < 512; ++i) in[i] = i * 7 % 101, out[i] = 0;
    split<<<2, 128>>>(in, out, 9);
    cudaDeviceSynchronize();
    printf("split %d %d %d\n", out[0], out[127], out[255]);
    specialised<<<1, 128>>>(out, 6);
    cudaDeviceSynchronize();
    printf("specialised %d %d %d\n", out[0], out[63], out[95]);
    fewer<<<1, 128>>>(out);
    cudaDeviceSynchronize();
    printf("fewer %d %d %d\n", out[0], out[1], out[2]);
    by_parity<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    printf("parity %d %d\n", out[0], out[63]);
    out[0] = 0;
    with_completion<<<1, 96>>>(out);
    cudaDeviceSynchronize();
    printf("phases %d\n", out[0]);
    auto *bar = managed<cuda::barrier<cuda::thread_scope_device>>(1);
    new (bar) cuda::barrier<cuda::thread_scope_device>(8);
    across_blocks<<<8, 1>>>(bar, out, out + 8);
    cudaDeviceSynchronize();
    printf("across %d %d\n", out[8], out[15]);
    copy_with_barrier<<<2, 256>>>(in, out);
    cudaDeviceSynchronize();
    printf("copied %d %d %d\n", out[0], out[255], out[511]);
    printf("%d %zu %s\n", (int)block_barrier::max(), sizeof(block_barrier), cudaGetErrorString(cudaGetLastError()));
}
