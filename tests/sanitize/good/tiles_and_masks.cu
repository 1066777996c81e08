// Tiles of 8 lanes that share by shared memory, masks of halves, a coalesced group in a loop.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out)
{
    __shared__ int box[64];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int t = threadIdx.x;
    box[t] = in[t];
    tile.sync();
    int left = box[(t & ~7) | ((t + 1) & 7)];
    int s = cg::reduce(tile, left, cg::plus<int>());
    unsigned half = t & 16 ? 0xffff0000u : 0x0000ffffu;
    tile.sync();
    box[t] = s;
    __syncwarp(half);
    int other = box[t ^ 8];
    for (int r = t % 4; r > 0; --r) {
        auto g = cg::coalesced_threads();
        other += g.shfl(other, 0) > 0;
    }
    out[t] = other;
}
int main()
{
    int h[64], *in, *out;
    for (int i = 0; i < 64; i++) h[i] = i;
    cudaMalloc(&in, sizeof h); cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    int s = 0;
    for (int v : h) s += v;
    printf("%d\n", s);
    cudaFree(in); cudaFree(out);
}
