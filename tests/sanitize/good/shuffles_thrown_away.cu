// The upper lanes read from lanes that take no part, and nothing is made of what they get.
//@ stdout: 276 120 24 3 16
#include <cstdio>
__global__ void selected(int *out)
{
    int lane = threadIdx.x;
    if (lane < 24) {
        int v = lane;
        for (int d = 16; d > 0; d /= 2) {
            int other = __shfl_down_sync(0xffffff, v, d);
            if (lane + d < 24) v += other;
        }
        if (lane == 0) out[0] = v;
    }
}
__global__ void only_the_first_counts(int *out)
{
    int v = threadIdx.x;
    if (threadIdx.x < 16) {
        for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0xffff, v, d);
        if (threadIdx.x == 0) out[1] = v;
    }
}
__global__ void sums_of_a_tail(int *out, int n)
{
    int t = threadIdx.x;
    unsigned mask = __ballot_sync(~0u, t < n);
    if (t < n) {
        int v = 1;
        for (int d = 1; d < 32; d *= 2) {
            int other = __shfl_up_sync(mask, v, d);
            if ((t & 31) >= d) v += other;
        }
        if (t == n - 1) out[2] = v;
    }
}
__global__ void of_those_who_came(int *out, int *count)
{
    if (threadIdx.x % 3 == 0) {
        unsigned mask = __activemask();
        int leader = __ffs(mask) - 1, base = 0;
        if (threadIdx.x % 32 == leader) base = atomicAdd(count, __popc(mask));
        base = __shfl_sync(mask, base, leader);
        if (base >= 0 && threadIdx.x == 9) out[3] = threadIdx.x / 3;
    }
}
__global__ void by_eights(int *out)
{
    int v = 2;
    for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d, 8);
    if (threadIdx.x == 24) out[4] = v;
}
int main()
{
    int *out, *count, h[5];
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&count, sizeof(int));
    cudaMemset(count, 0, sizeof(int));
    selected<<<1, 32>>>(out);
    only_the_first_counts<<<1, 32>>>(out);
    sums_of_a_tail<<<1, 32>>>(out, 24);
    of_those_who_came<<<1, 32>>>(out, count);
    by_eights<<<1, 32>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4]);
    cudaFree(out);
    cudaFree(count);
}
