// Groups of threads: who is in them, what they say to each other. Values follow from the ranks alone.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>

namespace cg = cooperative_groups;

struct Best { float value; int index; char tag; };
struct Better { __device__ Best operator()(Best a, Best b) const { return b.value > a.value ? b : a; } };

// Works with any group, as a thread_group.
__device__ int sum_of(cg::thread_group group, int *room, int value)
{
    int rank = group.thread_rank();
    for (int i = group.size() / 2; i > 0; i /= 2) {
        room[rank] = value;
        group.sync();
        if (rank < i) value += room[rank + i];
        group.sync();
    }
    return value;
}

__device__ float total(cg::thread_block_tile<8> tile, float value)
{
    for (int i = tile.num_threads() / 2; i > 0; i /= 2) value += tile.shfl_down(value, i);
    return tile.shfl(value, 0);
}

__global__ void blocks(unsigned long long *out)
{
    cg::grid_group grid = cg::this_grid();
    auto block = cg::this_thread_block();
    unsigned long long at = grid.thread_rank();
    out[at] = grid.block_rank() * 10000 + block.thread_rank() * 100 + block.group_index().y * 10 + block.thread_index().z;
    if (at == 0) {
        printf("grid %llu threads in %llu blocks, block %u of %ux%ux%u, valid %d\n", grid.size(), grid.num_blocks(), block.size(),
               block.group_dim().x, block.group_dim().y, block.group_dim().z, grid.is_valid());
    }
}

__global__ void sums(int *out)
{
    __shared__ int room[128];
    auto block = cg::this_thread_block();
    int all = sum_of(block, room, block.thread_rank());
    if (block.thread_rank() == 0) out[0] = all;
    block.sync();
    cg::thread_group part = cg::tiled_partition(block, 16);
    int some = sum_of(part, room + block.thread_rank() / 16 * 16, 1 << part.thread_rank());
    if (part.thread_rank() == 0) out[1 + block.thread_rank() / 16] = some;
    cg::sync(block);
    auto tile = cg::tiled_partition<8>(block);
    float t = total(tile, tile.meta_group_rank() + 0.5f);
    if (tile.thread_rank() == 3) out[9 + tile.meta_group_rank()] = (int)t * 100 + tile.meta_group_size();
}

__global__ void tiles(int *out)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    auto four = cg::tiled_partition<4>(warp);
    int r = warp.thread_rank();
    out[r] = cg::reduce(four, r, cg::plus<int>());
    out[32 + r] = cg::reduce(warp, (r * 7) % 32, cg::greater<int>()) * 100 + cg::reduce(warp, r + 5, cg::less<int>());
    out[64 + r] = cg::inclusive_scan(warp, r);
    out[96 + r] = cg::exclusive_scan(four, r + 1, cg::plus<int>());
    out[128 + r] = four.shfl_up(r, 1) * 1000 + four.shfl_xor(r, 3);
    out[160 + r] = four.ballot(r % 3 == 0) * 100 + four.any(r == 9) * 10 + four.all(r < 16);
    out[192 + r] = four.match_any(r / 2) * 100 + four.meta_group_rank() * 10 + four.meta_group_size();
    Best best = {(float)((r * 13) % 32), r, (char)('a' + r % 26)};
    best = cg::reduce(warp, best, Better());
    out[224 + r] = (int)best.value * 10000 + best.index * 100 + best.tag - 'a';
    out[256 + r] = (int)(cg::reduce(warp, 1.0 / (r + 1), cg::plus<double>()) * 1e6);
    out[288 + r] = warp.shfl((short)(r * 3), 7) + (int)warp.shfl((long long)r << 33, 2);
}

__global__ void some(int *out)
{
    int r = threadIdx.x;
    out[r] = -1;
    if (r % 3 == 1) {
        auto active = cg::coalesced_threads();
        int rank = active.thread_rank();
        out[r] = rank * 10000 + active.size() * 100 + active.shfl(r, 2);
        out[32 + r] = active.shfl_down(r, 1) * 100 + active.shfl_up(r, 2);
        out[64 + r] = cg::reduce(active, r, cg::plus<int>()) * 10 + active.any(r == 4);
        out[96 + r] = active.ballot(r > 15);
        auto odd = cg::binary_partition(active, r % 2 == 1);
        out[128 + r] = odd.size() * 1000 + odd.thread_rank() * 100 + odd.meta_group_rank() * 10 + odd.meta_group_size();
        auto part = cg::tiled_partition(active, 4);
        out[160 + r] = part.size() * 1000 + part.thread_rank() * 100 + part.meta_group_rank() * 10 + part.meta_group_size();
        auto same = cg::labeled_partition(active, r / 10);
        out[192 + r] = same.size() * 1000 + same.thread_rank() * 100 + same.meta_group_rank() * 10 + same.meta_group_size();
    }
}

// Warp-aggregated increments: one atomic for the threads that come together.
__device__ int take(int *counter)
{
    auto group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(counter, group.size());
    return group.shfl(first, 0) + group.thread_rank();
}

__global__ void filter(const int *in, int *out, int *count, int n)
{
    int i = cg::this_grid().thread_rank();
    if (i < n && in[i] % 2 == 0) out[take(count)] = in[i];
}

static void show(const char *what, const int *list, int n)
{
    printf("%s:", what);
    for (int i = 0; i < n; i++) printf(" %d", list[i]);
    printf("\n");
}

int main()
{
    unsigned long long *wide;
    int *list;
    cudaMallocManaged(&wide, 8 * 96);
    cudaMallocManaged(&list, 4 * 512);
    blocks<<<dim3(2, 2), dim3(4, 3, 2)>>>(wide);
    cudaDeviceSynchronize();
    printf("blocks: %llu %llu %llu %llu\n", wide[0], wide[23], wide[24], wide[95]);
    sums<<<1, 128>>>(list);
    cudaDeviceSynchronize();
    show("sums", list, 25);
    tiles<<<1, 32>>>(list);
    cudaDeviceSynchronize();
    const char *names[] = {"four", "most", "scan", "before", "moves", "votes", "match", "best", "real", "words"};
    for (int i = 0; i < 10; i++) show(names[i], list + 32 * i, 12);
    memset(list, 0, 4 * 512);
    some<<<1, 32>>>(list);
    cudaDeviceSynchronize();
    for (int i = 0; i < 7; i++) show("some", list + 32 * i, 32);
    memset(list, 0, 4 * 512);
    for (int i = 0; i < 200; i++) list[i] = i;
    filter<<<4, 64>>>(list, list + 256, list + 511, 200);
    cudaDeviceSynchronize();
    int sum = 0;
    for (int i = 0; i < list[511]; i++) sum += list[256 + i];
    printf("filter: %d of 200, sum %d\n", list[511], sum);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
