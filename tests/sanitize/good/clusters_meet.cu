// Blocks of a cluster hand over memory of the device and their own shared memory at the cluster's barrier.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(int *all, int *out)
{
    __shared__ int mine[32], got[32];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned int other = cluster.block_rank() ^ 1, t = threadIdx.x;
    mine[t] = (int)(100 * blockIdx.x + t);
    all[32 * blockIdx.x + t] = mine[t];
    cluster.sync();
    // Nobody but the other block writes `got`.
    cluster.map_shared_rank(got, other)[t] = cluster.map_shared_rank(mine, other)[31 - t] + all[32 * (blockIdx.x ^ 1) + t];
    auto token = cluster.barrier_arrive();
    int own = (int)t;
    cluster.barrier_wait(static_cast<decltype(token) &&>(token));
    mine[t] = got[t] + own;
    cluster.sync();
    atomicAdd(cluster.map_shared_rank(mine, 0) + t, 1);
    cluster.sync();
    out[32 * blockIdx.x + t] = mine[t];
}

int main()
{
    int *all, *out, host[128];
    cudaMalloc(&all, sizeof host);
    cudaMalloc(&out, sizeof host);
    exchange<<<4, 32>>>(all, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", host[0], host[33], host[66], host[127]);
    cudaFree(all);
    cudaFree(out);
}
