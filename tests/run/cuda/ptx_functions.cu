// Functions of <cuda/ptx> and of `cuda::device`: bulk copies that a barrier waits for, between blocks of a cluster too.
#include <cstdio>
#include <cuda/barrier>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;

// As the programming guide copies in and out ("Asynchronous Data Copies").
__global__ void add_one(int *data, int offset)
{
    __shared__ alignas(16) int tile[256];
    __shared__ barrier bar;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::device::memcpy_async_tx(tile, data + offset, cuda::aligned_size_t<16>(sizeof(tile)), bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile));
    } else {
        token = bar.arrive();
    }
    bar.wait(static_cast<barrier::arrival_token &&>(token));
    tile[threadIdx.x] += 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, data + offset, tile, sizeof(tile));
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

// Each block of a cluster gets what the one before it has.
__global__ void __cluster_dims__(4, 1, 1) pass_on(int *out)
{
    __shared__ alignas(16) int mine[64], got[64];
    __shared__ uint64_t bar;
    unsigned int rank = ptx::get_sreg_cluster_ctarank(), blocks = ptx::get_sreg_cluster_nctarank();
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &bar, sizeof(got));
    }
    mine[threadIdx.x] = 100 * (int)blockIdx.x + (int)threadIdx.x;
    ptx::fence_proxy_async();
    ptx::barrier_cluster_arrive(ptx::sem_release);
    ptx::barrier_cluster_wait(ptx::sem_acquire);
    if (threadIdx.x == 0) {
        unsigned int next = (rank + 1) % blocks;
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, __cluster_map_shared_rank(got, next), mine, sizeof(mine),
                           (uint64_t *)__cluster_map_shared_rank(&bar, next));
    }
    while (!ptx::mbarrier_try_wait_parity(&bar, 0)) {}
    out[64 * blockIdx.x + threadIdx.x] = got[threadIdx.x];
    ptx::barrier_cluster_arrive();
    ptx::barrier_cluster_wait();
}

int main()
{
    int *data, host[512];
    cudaMalloc(&data, sizeof host);
    for (int i = 0; i < 512; i++) host[i] = i;
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    add_one<<<1, 256>>>(data, 128);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %s\n", host[127], host[128], host[383], host[384], cudaGetErrorName(cudaGetLastError()));
    pass_on<<<8, 64>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++) printf("%d %d ", host[64 * i], host[64 * i + 63]);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
