// Warp-level patterns: aggregated atomics, ballot compaction, partial warps with full masks, syncwarp exchange.
#include <cstdio>
__device__ int atomicAggInc(int *ctr)
{
    unsigned active = __activemask();
    int leader = __ffs(active) - 1, change = __popc(active), rank = __popc(active & ((1u << (threadIdx.x & 31)) - 1));
    int old = 0;
    if (rank == 0) old = atomicAdd(ctr, change);
    old = __shfl_sync(active, old, leader);
    return old + rank;
}
__global__ void filter(const int *in, int *out, int *n, int len)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < len && in[i] % 3 == 0) out[atomicAggInc(n)] = in[i];
}
__global__ void compact(const int *in, int *out, int *count)
{
    int lane = threadIdx.x, v = in[lane];
    unsigned m = __ballot_sync(0xffffffff, v & 1);
    if (v & 1) out[__popc(m & ((1u << lane) - 1))] = v;
    if (lane == 0) *count = __popc(m);
}
__global__ void partial(int *out)
{
    int v = threadIdx.x + 1;
    for (int o = 8; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o, 16);
    out[threadIdx.x] = v;
    out[16 + threadIdx.x] = __ballot_sync(0xffffffff, threadIdx.x & 1);
}
__global__ void exchange(int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t * t;
    __syncwarp();
    int v = s[t ^ 1];
    __syncwarp();
    s[t] = v + 1;
    __syncwarp();
    out[t] = s[t ^ 2];
    unsigned any = __any_sync(0xffffffff, t == 33), all = __all_sync(0xffffffff, t < 64);
    out[t] += any * 1000 + all * 10000;
}
int main()
{
    const int n = 500; int h[n], r[n], c = 0, *in, *out, *ctr;
    for (int i = 0; i < n; i++) h[i] = i * 7 % 64;
    cudaMalloc(&in, sizeof(h)); cudaMalloc(&out, sizeof(h)); cudaMalloc(&ctr, 4); cudaMemset(ctr, 0, 4);
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    filter<<<4, 128>>>(in, out, ctr, n);
    cudaMemcpy(&c, ctr, 4, cudaMemcpyDeviceToHost); cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    long s = 0; for (int i = 0; i < c; i++) s += r[i];
    printf("filter %d %ld\n", c, s);
    compact<<<1, 32>>>(in, out, ctr);
    cudaMemcpy(&c, ctr, 4, cudaMemcpyDeviceToHost); cudaMemcpy(r, out, 32 * 4, cudaMemcpyDeviceToHost);
    printf("compact %d:", c); for (int i = 0; i < c; i++) printf(" %d", r[i]); printf("\n");
    partial<<<1, 16>>>(out); cudaMemcpy(r, out, 32 * 4, cudaMemcpyDeviceToHost);
    printf("partial %d %d %x\n", r[0], r[1], r[16]);
    exchange<<<1, 64>>>(out); cudaMemcpy(r, out, 64 * 4, cudaMemcpyDeviceToHost);
    printf("exchange %d %d %d\n", r[0], r[31], r[63]);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
