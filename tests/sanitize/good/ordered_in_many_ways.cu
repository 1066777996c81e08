// Barriers in loops, warps with masks, shared and global atomics, ping-pong buffers, grid-wide barriers, one writer a word.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void warps(int *out) {
    __shared__ int s[64];
    int t = threadIdx.x, lane = t % 32, half = lane < 16 ? 0x0000ffff : 0xffff0000;
    s[t] = t;
    __syncwarp(half);
    int a = s[t ^ 8];
    __syncwarp();
    s[t] = a;
    __syncwarp();
    int b = s[t ^ 31];
    for (int step = 16; step > 0; step /= 2) {
        int other = s[(t & ~31) + (lane + step) % 32];
        __syncwarp();
        s[t] += other;
        __syncwarp();
    }
    out[t] = a + b + s[t];
}
__global__ void histogram(const unsigned char *x, int n, int *bins) {
    __shared__ int own[16];
    for (int i = threadIdx.x; i < 16; i += blockDim.x) own[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[x[i] % 16], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 16; i += blockDim.x) atomicAdd(&bins[i], own[i]);
}
__global__ void ping_pong(float *x) {
    __shared__ float a[64], b[64];
    int t = threadIdx.x;
    a[t] = x[t];
    float *from = a, *to = b;
    for (int round = 0; round < 5; round++) {
        __syncthreads();
        to[t] = from[(t + 1) % 64] * 0.5f + from[t] * 0.5f;
        float *swap = from;
        from = to;
        to = swap;
    }
    x[t] = from[t];
}
__global__ void waves(int *x, int n) {
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    for (int round = 0; round < 3; round++) {
        int next = i < n ? x[(i + 1) % n] : 0;
        grid.sync();
        if (i < n) x[i] = next + 1;
        grid.sync();
    }
}
__global__ void bytes(unsigned char *x) { x[threadIdx.x] = x[threadIdx.x] * 3; }
__global__ void tiles(int *out) {
    __shared__ int s[32];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int t = threadIdx.x;
    s[t] = t;
    tile.sync();
    out[t] = s[t ^ 7];
}
int main() {
    int *out, *bins, h[64];
    unsigned char *x;
    float *f;
    cudaMallocManaged(&out, 256 * sizeof(int)), cudaMalloc(&bins, 16 * sizeof(int)), cudaMalloc(&x, 4096), cudaMalloc(&f, 256);
    cudaMemset(bins, 0, 16 * sizeof(int)), cudaMemset(x, 5, 4096), cudaMemset(f, 0, 256);
    for (int i = 0; i < 256; i++) out[i] = i;
    warps<<<1, 64>>>(out);
    histogram<<<4, 128>>>(x, 4096, bins);
    ping_pong<<<1, 64>>>(f);
    int n = 200;
    void *arguments[] = {&out, &n};
    cudaLaunchCooperativeKernel((void *)waves, dim3(4), dim3(64), arguments);
    bytes<<<1, 128>>>(x);
    tiles<<<1, 32>>>(out);
    cudaMemcpy(h, bins, 16 * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[5], out[3]);
}
