// expect: a rank that the cluster does not have, and an index outside an array of another block
#include <cooperative_groups.h>
__global__ void __cluster_dims__(2, 1, 1) k(int *out)
{
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    __shared__ int mine[4];
    mine[threadIdx.x % 4] = 0;
    cluster.sync();
    if (cluster.block_rank() == 1) *cluster.map_shared_rank(mine, 2) = 1; //~ ERROR[R0113] block 2 of the cluster, which has 2
    int *first = cluster.map_shared_rank(mine, 0);
    if (cluster.block_rank() == 1) *out = first[threadIdx.x]; //~ ERROR[R0102] mine
    cluster.sync();
}
int main()
{
    int *out;
    cudaMalloc(&out, 4);
    k<<<2, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
