// Barriers by number, for some of the warps: a producer that only arrives, numbers in registers, barriers that count.
#include <cstdio>
__device__ __forceinline__ void wait_at(int number, int threads)
{
    asm volatile("bar.sync %0, %1;" : : "r"(number), "r"(threads) : "memory");
}
__device__ __forceinline__ void arrive_at(int number, int threads)
{
    asm volatile("bar.arrive %0, %1;" : : "r"(number), "r"(threads) : "memory");
}
__global__ void pipeline(const int *in, int *out, int n)
{
    __shared__ int buffer[2][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    // Warp 0 fills two buffers in turns, warp 1 empties them: 1 and 2 say "full", 3 and 4 "empty".
    for (int i = 0; i < n; i++) {
        int b = i & 1;
        if (warp == 0) {
            if (i > 1) wait_at(3 + b, 64);
            buffer[b][lane] = in[32 * i + lane];
            arrive_at(1 + b, 64);
        } else if (warp == 1) {
            wait_at(1 + b, 64);
            sum += buffer[b][31 - lane];
            if (i + 2 < n) arrive_at(3 + b, 64);
        }
    }
    if (warp == 1) out[lane] = sum;
}
__global__ void halves(int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x, half = t / 64, count, any;
    s[t] = t;
    asm volatile("barrier.sync %0, 64;" : : "r"(1 + half) : "memory");
    int other = s[half * 64 + (t + 33) % 64];
    asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, 70; barrier.red.popc.u32 %0, 5, 128, p; }" : "=r"(count) : "r"(t) : "memory");
    asm volatile("{ .reg .pred p, q; setp.eq.s32 p, %1, 100; bar.red.or.pred q, 6, p; selp.s32 %0, 1, 0, q; }" : "=r"(any) : "r"(t) : "memory");
    out[t] = other + 1000 * count + 1000000 * any;
}
int main()
{
    int *in, *out;
    cudaMallocManaged(&in, 32 * 7 * sizeof(int));
    cudaMallocManaged(&out, 128 * sizeof(int));
    for (int i = 0; i < 32 * 7; i++) in[i] = i;
    pipeline<<<1, 64>>>(in, out, 7);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[31]);
    halves<<<1, 128>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[64], out[127]);
    cudaFree(in);
    cudaFree(out);
}
