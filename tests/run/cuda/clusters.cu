// Clusters of blocks (CUDA C++ Programming Guide, "Thread Block Clusters", "Distributed Shared Memory").
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

// Each block has a part of the bins; all blocks of a cluster add to them.
__global__ void histogram(int *bins, int count, int each, const int *in, int n)
{
    extern __shared__ int mine[];
    cg::cluster_group cluster = cg::this_cluster();
    for (int i = threadIdx.x; i < each; i += blockDim.x) mine[i] = 0;
    cluster.sync();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int bin = min(max(in[i], 0), count - 1);
        atomicAdd(cluster.map_shared_rank(mine, bin / each) + bin % each, 1);
    }
    cluster.sync();
    int *out = bins + cluster.block_rank() * each;
    for (int i = threadIdx.x; i < each; i += blockDim.x) atomicAdd(&out[i], mine[i]);
}

// What a thread and its block are in a cluster of two by two.
__global__ void __cluster_dims__(2, 2, 1) places(int *out)
{
    cg::cluster_group cluster = cg::this_cluster();
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    if (threadIdx.x == 1 && threadIdx.y == 2) {
        dim3 at = cluster.block_index(), blocks = cluster.dim_blocks(), thread = cluster.thread_index(), threads = cluster.dim_threads();
        unsigned int x, rank, id, ids;
        asm("mov.u32 %0, %%cluster_ctaid.y;" : "=r"(x));
        asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
        asm("mov.u32 %0, %%clusterid.x;" : "=r"(id));
        asm("mov.u32 %0, %%nclusterid.x;" : "=r"(ids));
        int values[] = {(int)cluster.block_rank(), (int)cluster.num_blocks(), (int)cluster.thread_rank(), (int)cluster.num_threads(),
                        (int)(at.x + 10 * at.y + 100 * at.z), (int)(blocks.x + 10 * blocks.y + 100 * blocks.z),
                        (int)(thread.x + 100 * thread.y), (int)(threads.x + 100 * threads.y), (int)(x + 10 * rank + 100 * id + 1000 * ids)};
        for (int i = 0; i < 9; i++) out[9 * block + i] = values[i];
    }
    cluster.sync();
}

// Loads and stores of another block's memory, and a barrier in two steps.
__global__ void ring(int *out)
{
    __shared__ int mine[64], got[64];
    __shared__ int4 four;
    cg::cluster_group cluster = cg::this_cluster();
    unsigned int rank = cluster.block_rank(), next = (rank + 1) % cluster.num_blocks();
    mine[threadIdx.x] = 1000 * rank + threadIdx.x;
    if (threadIdx.x == 0) four = make_int4(rank, 1, 2, 3);
    auto token = cluster.barrier_arrive();
    int own = mine[threadIdx.x] & 1;
    cluster.barrier_wait(static_cast<decltype(token) &&>(token));
    int *there = cluster.map_shared_rank(mine, next);
    cluster.map_shared_rank(got, next)[threadIdx.x] = there[63 - threadIdx.x] + own;
    int4 theirs = *cluster.map_shared_rank(&four, next);
    bool is_right = cluster.query_shared_rank(there) == next && cluster.query_shared_rank(mine) == rank && theirs.x == (int)next;
    bool is_own = cluster.map_shared_rank(mine, rank) == mine;
    cluster.sync();
    out[64 * blockIdx.x + threadIdx.x] = got[threadIdx.x] + 100000 * is_right + 200000 * is_own + 400000 * (theirs.w == 3);
}

// The same in PTX, with addresses of 32 bits.
__global__ void in_ptx(int *out)
{
    __shared__ int mine;
    unsigned int rank, blocks, own = (unsigned int)__cvta_generic_to_shared(&mine), there, from;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    mine = 10 * (int)blockIdx.x;
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(own), "r"((rank + 1) % blocks));
    asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(from) : "r"(there));
    int value;
    asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(value) : "r"(there) : "memory");
    asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
    asm volatile("red.shared::cluster.add.s32 [%0], %1;" ::"r"(there), "r"(value + 1) : "memory");
    asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
    out[blockIdx.x] = 1000 * (int)from + mine;
}

template <class... P, class... A> cudaError_t in_clusters(unsigned int size, int grid, int block, size_t shared, void (*kernel)(P...), A... args)
{
    cudaLaunchAttribute attribute;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = size;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared;
    config.attrs = &attribute;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, kernel, args...);
}

int main()
{
    int *in, *out, host[2048];
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    for (int i = 0; i < 2048; i++) host[i] = (i * 37 + i / 7) % 70 - 3;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof host);
    printf("%s\n", cudaGetErrorName(in_clusters(4, 8, 64, 16 * sizeof(int), histogram, out, 64, 16, (const int *)in, 2048)));
    cudaMemcpy(host, out, 64 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) printf("%d%c", host[i], i % 16 == 15 ? '\n' : ' ');

    places<<<dim3(4, 2), dim3(8, 4)>>>(out);
    cudaMemcpy(host, out, 72 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 72; i++) printf("%d%c", host[i], i % 9 == 8 ? '\n' : ' ');

    in_clusters(2, 6, 64, 0, ring, out);
    cudaMemcpy(host, out, 384 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int block = 0; block < 6; block++) printf("%d %d %d\n", host[64 * block], host[64 * block + 1], host[64 * block + 63]);

    in_clusters(4, 8, 1, 0, in_ptx, out);
    cudaMemcpy(host, out, 8 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int block = 0; block < 8; block++) printf("%d ", host[block]);
    ring<<<2, 64>>>(out);
    cudaMemcpy(host, out, 128 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("alone %d %d\n", host[0], host[127]);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
