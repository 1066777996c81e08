// Each tile of 16 lanes sums its part; then lane 0 of the warp adds the two parts after the tile's sync only.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void sum32(const int *x, int *out)
{
    __shared__ int part[2];
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int v = x[block.thread_rank()];
    for (int d = tile.size() / 2; d > 0; d /= 2)
        v += tile.shfl_down(v, d);
    if (tile.thread_rank() == 0)
        part[tile.meta_group_rank()] = v;
    tile.sync();
    if (block.thread_rank() == 0)
        *out = part[0] + part[1]; //~ ERROR[R0301] nothing orders the two | are not in one there
}
int main()
{
    int h[32], r, *d;
    for (int i = 0; i < 32; i++) h[i] = i;
    cudaMalloc(&d, sizeof h + sizeof(int));
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    sum32<<<1, 32>>>(d, d + 32);
    cudaMemcpy(&r, d + 32, sizeof r, cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    cudaFree(d);
}
