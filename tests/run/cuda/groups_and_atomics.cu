// Cooperative groups: results of groups in atomic objects, and the two steps of a grid's barrier.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda/atomic>
#include <utility>
namespace cg = cooperative_groups;
using Counter = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void updates(int *memory, int *out)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    Counter *a = (Counter *)memory;
    int rank = (int)tile.thread_rank();
    cg::reduce_update_async(tile, a[0], rank, cg::plus<int>());
    cg::reduce_store_async(tile, a[1], rank, cg::greater<int>());
    cg::reduce_update_async(tile, a[2], 100 - rank, cg::less<int>());
    cg::reduce_update_async(tile, a[3], 1 << rank % 8, [](int x, int y) { return x | y; });
    int before = cg::exclusive_scan_update(tile, a[4], 2);
    int through = cg::inclusive_scan_update(tile, a[5], rank, cg::plus<int>());
    cuda::atomic_ref<int, cuda::thread_scope_device> reference(memory[6]);
    int largest = cg::inclusive_scan_update(tile, reference, rank % 7, cg::greater<int>());
    cg::reduce_store_async(tile, memory + 7, rank, cg::plus<int>());
    if (rank == 9) out[0] = before, out[1] = through, out[2] = largest;
    if (rank == 0) out[3] = before;
}
__global__ void lanes(int *memory, int *out)
{
    if (threadIdx.x % 3 != 0) return;
    auto group = cg::coalesced_threads();
    Counter *a = (Counter *)memory;
    int at = cg::exclusive_scan_update(group, *a, 1);
    out[at] = threadIdx.x;
}
__global__ void steps(int *counts, int *seen)
{
    auto grid = cg::this_grid();
    for (int round = 0; round < 3; ++round) {
        atomicAdd(&counts[round], 1);
        auto arrival = grid.barrier_arrive();
        grid.barrier_wait(std::move(arrival));
        if (grid.thread_rank() == grid.size() - 1) seen[round] = counts[round];
        grid.sync();
    }
}

int main()
{
    int *memory, *out;
    cudaMallocManaged(&memory, 16 * sizeof(int));
    cudaMallocManaged(&out, 16 * sizeof(int));
    for (int i = 0; i < 16; ++i) memory[i] = out[i] = 0;
    memory[0] = 4, memory[2] = 90, memory[4] = 1000, memory[6] = 3;
    updates<<<1, 32>>>(memory, out);
    printf("%s:", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int i = 0; i < 8; ++i) printf(" %d", memory[i]);
    printf(", %d %d %d %d\n", out[0], out[1], out[2], out[3]);
    memory[0] = 0;
    lanes<<<1, 32>>>(memory, out);
    cudaDeviceSynchronize();
    printf("%d:", memory[0]);
    for (int i = 0; i < memory[0]; ++i) printf(" %d", out[i]);
    for (int i = 0; i < 16; ++i) memory[i] = 0;
    void *arguments[] = {&memory, &out};
    cudaError_t status = cudaLaunchCooperativeKernel((void *)steps, 4, 64, arguments, 0, 0);
    cudaDeviceSynchronize();
    printf("\n%s: %d %d %d\n", cudaGetErrorName(status), out[0], out[1], out[2]);
    cudaFree(memory);
    cudaFree(out);
}
