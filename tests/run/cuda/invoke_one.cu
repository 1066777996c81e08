// One member of a group calls a function; its result goes to all of them.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

struct Pair {
    int slot;
    double weight;
};

__device__ int taken;

__global__ void reserve(int *slots, double *weights)
{
    auto block = cg::this_thread_block();
    cg::invoke_one(block, [&](int start) { atomicAdd(&taken, start); }, 100);
    block.sync();
    auto tile = cg::tiled_partition<8>(block);
    const int base = cg::invoke_one_broadcast(tile, [&] { return atomicAdd(&taken, 8) >= 100 ? 1 : 0; });
    slots[block.thread_rank()] = base * 10 + tile.thread_rank();
    if (block.thread_rank() % 3 == 0) {
        auto some = cg::coalesced_threads();
        Pair pair = cg::invoke_one_broadcast(some, [](int n, double w) { return Pair{n, w * n}; }, int(some.size()), 0.5);
        weights[block.thread_rank()] = pair.slot + pair.weight;
    }
}

int main()
{
    int *slots;
    double *weights;
    cudaMallocManaged(&slots, 64 * sizeof(int));
    cudaMallocManaged(&weights, 64 * sizeof(double));
    for (int i = 0; i < 64; i++) weights[i] = 0;
    reserve<<<1, 64>>>(slots, weights);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i += 7) printf("%d %g\n", slots[i], weights[i]);
    int total;
    cudaMemcpyFromSymbol(&total, taken, sizeof total);
    printf("%d\n", total);
}
