// Tiles of more than 32 threads: what they are, barriers, shuffles, votes, reductions and scans, also within one another.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;

template <unsigned int Size> __device__ void use(const cg::thread_block_tile<Size> &tile, const int *in, int *out, float *floats)
{
    int value = in[tile.meta_group_rank() * Size + tile.thread_rank()];
    int sum = cg::reduce(tile, value, cg::plus<int>());
    int most = cg::reduce(tile, value, [](int a, int b) { return a > b ? a : b; });
    int upto = cg::inclusive_scan(tile, value);
    int before = cg::exclusive_scan(tile, value, cg::plus<int>());
    int other = tile.shfl(value, (Size - 1) / 3);
    int any = tile.any(value == 7), all = tile.all(value < 100);
    float share = cg::reduce(tile, 1.0f / (float)(value + 1), cg::plus<float>());
    float shares = cg::inclusive_scan(tile, 1.0f / (float)(value + 1), cg::plus<float>());
    int mine = (tile.meta_group_rank() * Size + tile.thread_rank());
    out[mine] = sum * 3 + most * 5 + upto * 7 + before * 11 + other * 13 + any * 17 + all * 19 + (int)tile.size() + (int)tile.meta_group_size();
    floats[mine] = share + shares;
}

template <unsigned int Size> __global__ void tiles(const int *in, int *out, float *floats)
{
    __shared__ cg::block_tile_memory<1024> memory;
    cg::thread_block block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<Size>(block);
    use<Size>(tile, in, out, floats);
}

// Only one of the tiles uses its barrier, and each in its own number of rounds.
__global__ void rounds(int *out)
{
    __shared__ int values[512];
    auto tile = cg::tiled_partition<128>(cg::this_thread_block());
    int *own = values + tile.meta_group_rank() * 128;
    own[tile.thread_rank()] = threadIdx.x;
    for (unsigned int round = 0; round <= tile.meta_group_rank(); ++round) {
        tile.sync();
        int next = own[(tile.thread_rank() + 37) % 128];
        tile.sync();
        own[tile.thread_rank()] = next + 1;
    }
    out[threadIdx.x] = own[tile.thread_rank()];
}

__global__ void nested(int *out)
{
    auto half = cg::tiled_partition<256>(cg::this_thread_block());
    for (int i = 0; i < 3; ++i) {
        auto quarter = cg::tiled_partition<64>(half);
        auto warp = cg::tiled_partition<32>(quarter);
        int sum = cg::reduce(quarter, (int)threadIdx.x + i, cg::plus<int>());
        int of_warp = cg::reduce(warp, (int)threadIdx.x, cg::plus<int>());
        out[threadIdx.x] = sum + of_warp + (int)quarter.meta_group_rank() * 1000 + (int)quarter.meta_group_size() * 10000 + (int)warp.meta_group_rank();
    }
}

static void show(const char *name, const int *out, const float *floats, int n)
{
    long long sum = 0;
    double total = 0;
    for (int i = 0; i < n; ++i) {
        sum += (long long)out[i] * (i + 1);
        if (floats) total += (double)floats[i] * (i + 1);
    }
    printf("%s: %d %d %d, %lld", name, out[0], out[n / 2 + 5], out[n - 1], sum);
    if (floats) printf(", %.9g %.17g", floats[n - 3], total);
    printf("\n");
}

int main()
{
    const int n = 1024;
    int *in, *out;
    float *floats;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, n * sizeof(int));
    cudaMallocManaged(&floats, n * sizeof(float));
    for (int i = 0; i < n; ++i) in[i] = (i * 37 + i / 5) % 101 % 90 + (i > 600);
    tiles<64><<<1, n>>>(in, out, floats);
    cudaDeviceSynchronize();
    show("64", out, floats, n);
    tiles<128><<<1, n>>>(in, out, floats);
    cudaDeviceSynchronize();
    show("128", out, floats, n);
    tiles<256><<<1, n>>>(in, out, floats);
    cudaDeviceSynchronize();
    show("256", out, floats, n);
    tiles<512><<<1, n>>>(in, out, floats);
    cudaDeviceSynchronize();
    show("512", out, floats, n);
    rounds<<<1, 512>>>(out);
    cudaDeviceSynchronize();
    show("rounds", out, nullptr, 512);
    nested<<<1, 512>>>(out);
    cudaDeviceSynchronize();
    show("nested", out, nullptr, 512);
    printf("%d %s\n", (int)sizeof(cg::block_tile_memory<256>), cudaGetErrorString(cudaGetLastError()));
    cudaFree(in);
    cudaFree(out);
    cudaFree(floats);
    return 0;
}
