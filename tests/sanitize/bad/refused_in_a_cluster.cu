// expect: what is refused in the memory of another block does not happen, so that it races with nothing
#include <cooperative_groups.h>
__global__ void __cluster_dims__(2, 1, 1) k(int far)
{
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    __shared__ int mine[32];
    mine[threadIdx.x] = 0;
    cluster.sync();
    int *other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
    other[(1 << 20) + far] = 1; //~ ERROR[R0102] mine
    cluster.sync();
    mine[far + (1 << 22)] = 1; //~ ERROR[R0102] mine
    cluster.sync();
}
int main()
{
    k<<<2, 32>>>(100);
    cudaDeviceSynchronize();
}
