// As before, but the barrier is missing ahead of the reads.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) ring(int *out)
{
    __shared__ int mine[64];
    auto cluster = cg::this_cluster();
    mine[threadIdx.x] = blockIdx.x * 100 + threadIdx.x; //~ ERROR[R0307] nothing orders the two | this_cluster().sync()
    __syncthreads();
    int *theirs = cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % cluster.num_blocks());
    out[blockIdx.x * 64 + threadIdx.x] = theirs[threadIdx.x];
    cluster.sync();
}
int main()
{
    int *d, h[256];
    cudaMalloc(&d, sizeof h);
    ring<<<4, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[255]);
    cudaFree(d);
}
