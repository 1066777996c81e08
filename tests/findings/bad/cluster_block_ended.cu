// expect: a block of a cluster ends while another one reads its shared memory
#include <cooperative_groups.h>
__global__ void __cluster_dims__(2, 1, 1) k(int *out)
{
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    __shared__ int mine;
    mine = (int)blockIdx.x;
    cluster.sync();
    if (cluster.block_rank() == 0) return;
    for (int i = 0; i < 100; i++) __nanosleep(1000);
    *out = *cluster.map_shared_rank(&mine, 0); //~ ERROR[R0113] block 0 of the cluster, which has ended | cluster.sync()
}
int main()
{
    int *out;
    cudaMalloc(&out, 4);
    k<<<2, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
