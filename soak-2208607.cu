#include <cstdio>
const int THREADS = 32, TOTAL = 32, WORDS = 1024;
__constant__ int table[16] = {3, -1, 7, 0, 12, 5, -8, 31, 2, 1, 100, -77, 6, 4, 9, 33};
__device__ __noinline__ int steps(int x, int n)
{
    int r = x;
    for (int i = 0; i < n; ++i) {
        if (r & 1) r = r * 3 + 1; else r >>= 1;
        if (r == 77) return i;
    }
    return r;
}
__device__ __noinline__ float curve(float x, int n) { return n > 3 ? x * 0.5f + n : n > 0 ? curve(x + 1.0f, n - 1) : x; }
__device__ int pick(int x, int y) { if (x > y) return x - y; return x ^ y; }
__global__ void k(const int *in, const float *fin, int *out, long long *wide, float *fout, int *sums, const int *const *rows, volatile int *flag, int n)
{
    const int tid = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const int gid = blockIdx.x * THREADS + tid;
    __shared__ float fs[THREADS];
    unsigned v = in[(gid * 7 + 3) % WORDS];
    float f = fin[gid % WORDS];
    float g = tid * 0.25f;
    float h = 1.5f;
    double e = fin[(gid + 5) % WORDS];
    fs[tid] = (fin[gid % WORDS] - (v >= 48u ? f : h)); __syncthreads(); g = fs[13 % THREADS]; __syncthreads();
    e = (double)(__fdividef(__int_as_float((int)threadIdx.y), g));
    out[gid + 4 * TOTAL] = v;
    fout[gid] = f;
    fout[gid + TOTAL] = g;
    fout[gid + 2 * TOTAL] = h;
    ((double *)wide)[gid + 2 * TOTAL] = e;
}

int main()
{
    static int hin[WORDS];
    static float hfin[WORDS];
    unsigned x = 12345;
    for (int i = 0; i < WORDS; ++i) {
        x = x * 1664525 + 1013904223;
        hin[i] = (int)x >> (x >> 8) % 32;
        hfin[i] = (int)x % 2000 * 0.125f;
    }
    hfin[7] = 1e38f, hfin[40] = -0.0f, hfin[70] = 1e-40f, hin[9] = -2147483647 - 1;
    int *in, *out, *sums, *flag;
    float *fin, *fout;
    long long *wide;
    const int **rows, *hrows[16];
    cudaMallocManaged(&in, sizeof hin), cudaMallocManaged(&fin, sizeof hfin);
    cudaMallocManaged(&out, 10 * TOTAL * sizeof(int)), cudaMallocManaged(&fout, 4 * TOTAL * sizeof(float));
    cudaMallocManaged(&wide, 3 * TOTAL * sizeof(long long)), cudaMallocManaged(&sums, 64 * sizeof(int));
    cudaMallocManaged(&flag, sizeof(int)), cudaMallocManaged(&rows, sizeof hrows);
    cudaMemset(out, 0, 10 * TOTAL * sizeof(int)), cudaMemset(fout, 0, 4 * TOTAL * sizeof(float));
    cudaMemset(wide, 0, 3 * TOTAL * sizeof(long long)), cudaMemset(sums, 0, 64 * sizeof(int)), cudaMemset(flag, 0, sizeof(int));
    cudaMemcpy(in, hin, sizeof hin, cudaMemcpyDefault), cudaMemcpy(fin, hfin, sizeof hfin, cudaMemcpyDefault);
    for (int i = 0; i < 16; ++i) hrows[i] = in + i * 37;
    cudaMemcpy(rows, hrows, sizeof hrows, cudaMemcpyDefault);
    k<<<1, dim3(32, 1, 1)>>>(in, fin, out, wide, fout, sums, rows, flag, 1);
    printf("%d\n", (int)cudaDeviceSynchronize());
    fwrite(out, sizeof(int), 10 * TOTAL, stdout);
    fwrite(fout, sizeof(float), 4 * TOTAL, stdout);
    fwrite(wide, sizeof(long long), 3 * TOTAL, stdout);
    fwrite(sums, sizeof(int), 64, stdout);
    fwrite(flag, sizeof(int), 1, stdout);
}
