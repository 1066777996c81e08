// Stream compaction in a block: warp counts in shared memory, then an offset for each warp.
#include <cstdio>
#define N 256
__global__ void compact(const int *in, int *out, int *total)
{
    __shared__ int counts[N / 32];
    int tid = threadIdx.x, lane = tid & 31, warp = tid >> 5;
    bool keep = in[tid] % 3 == 0;
    unsigned ballot = __ballot_sync(0xffffffffu, keep);
    if (lane == 0)
        counts[warp] = __popc(ballot);
    __syncwarp();                       // should be __syncthreads()
    int base = 0;
    for (int w = 0; w < warp; ++w)
        base += counts[w]; //~ ERROR[R0301] nothing orders the two | orders lanes of one warp, and these are threads of warps 0 and 1
    if (keep)
        out[base + __popc(ballot & ((1u << lane) - 1))] = in[tid];
    if (tid == N - 1)
        *total = base + counts[warp];
}
int main()
{
    int host[N], result[N], total = 0;
    for (int i = 0; i < N; i++) host[i] = i * 7;
    int *in, *out, *count;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&count, sizeof(int));
    cudaMemset(out, 0, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    compact<<<1, N>>>(in, out, count);
    cudaMemcpy(result, out, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(&total, count, sizeof total, cudaMemcpyDeviceToHost);
    printf("%d kept, last %d\n", total, total > 0 ? result[total - 1] : -1);
    cudaFree(in); cudaFree(out); cudaFree(count);
    return 0;
}
