#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <algorithm>

#define N 1024

__global__ void bitonicStep(int *data, int j, int k)
{
    unsigned int i = threadIdx.x + blockDim.x * blockIdx.x, ixj = i ^ j;
    if (ixj > i) {
        if ((i & k) == 0) { if (data[i] > data[ixj]) { int t = data[i]; data[i] = data[ixj]; data[ixj] = t; } }
        if ((i & k) != 0) { if (data[i] < data[ixj]) { int t = data[i]; data[i] = data[ixj]; data[ixj] = t; } }
    }
}
__global__ void oddEven(int *data, int n)
{
    __shared__ int s[N];
    for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = data[i];
    __syncthreads();
    for (int phase = 0; phase < n; phase++) {
        int i = 2 * threadIdx.x + (phase & 1);
        if (i + 1 < n && s[i] > s[i + 1]) { int t = s[i]; s[i] = s[i + 1]; s[i + 1] = t; }
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = s[i];
}
__device__ void merge(const int *src, int *dst, int lo, int mid, int hi)
{
    int i = lo, j = mid, k = lo;
    while (k < hi) {
        if (i < mid && (j >= hi || src[i] <= src[j])) dst[k++] = src[i++];
        else dst[k++] = src[j++];
    }
}
__global__ void mergePass(const int *src, int *dst, int width, int n)
{
    int slice = blockIdx.x * blockDim.x + threadIdx.x;
    int lo = slice * 2 * width;
    if (lo >= n) return;
    merge(src, dst, lo, min(lo + width, n), min(lo + 2 * width, n));
}
// one radix pass (1 bit) by one block
__global__ void radixPass(unsigned *in, unsigned *out, int bit)
{
    __shared__ unsigned scan[N];
    int t = threadIdx.x;
    unsigned v = in[t], e = !((v >> bit) & 1u);
    scan[t] = e;
    __syncthreads();
    for (int d = 1; d < N; d <<= 1) {
        unsigned x = t >= d ? scan[t - d] : 0;
        __syncthreads();
        scan[t] += x;
        __syncthreads();
    }
    unsigned total = scan[N - 1], f = scan[t] - e;
    out[e ? f : t - f + total] = v;
}
static int cmp(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : *(const int *)a > *(const int *)b; }
static unsigned checksum(const int *v) { unsigned h = 2166136261u; for (int i = 0; i < N; i++) h = (h ^ (unsigned)v[i]) * 16777619u; return h; }

int main(void)
{
    int *h = new int[N], *ref = new int[N], *r = new int[N], *d, *d2;
    srand(42);
    for (int i = 0; i < N; i++) h[i] = rand() % 20000 - 10000;
    memcpy(ref, h, N * sizeof *h);
    qsort(ref, N, sizeof(int), cmp);
    std::sort(r, r);
    cudaMalloc(&d, N * sizeof(int));
    cudaMalloc(&d2, N * sizeof(int));
    cudaMemcpy(d, h, N * sizeof(int), cudaMemcpyHostToDevice);
    for (int k = 2; k <= N; k <<= 1)
        for (int j = k >> 1; j > 0; j = j >> 1) bitonicStep<<<N / 256, 256>>>(d, j, k);
    cudaMemcpy(r, d, N * sizeof(int), cudaMemcpyDeviceToHost);
    printf("bitonic  %s %08x %d %d %d\n", memcmp(r, ref, N * sizeof(int)) ? "FAIL" : "PASS", checksum(r), r[0], r[N / 2], r[N - 1]);
    cudaMemcpy(d, h, N * sizeof(int), cudaMemcpyHostToDevice);
    oddEven<<<1, N / 2>>>(d, N);
    cudaMemcpy(r, d, N * sizeof(int), cudaMemcpyDeviceToHost);
    printf("odd-even %s %08x\n", memcmp(r, ref, N * sizeof(int)) ? "FAIL" : "PASS", checksum(r));
    cudaMemcpy(d, h, N * sizeof(int), cudaMemcpyHostToDevice);
    int *src = d, *dst = d2;
    for (int w = 1; w < N; w *= 2) {
        int slices = (N + 2 * w - 1) / (2 * w);
        mergePass<<<(slices + 63) / 64, 64>>>(src, dst, w, N);
        std::swap(src, dst);
    }
    cudaMemcpy(r, src, N * sizeof(int), cudaMemcpyDeviceToHost);
    printf("merge    %s %08x\n", memcmp(r, ref, N * sizeof(int)) ? "FAIL" : "PASS", checksum(r));
    for (int i = 0; i < N; i++) r[i] = h[i] ^ 0x80000000;
    cudaMemcpy(d, r, N * sizeof(int), cudaMemcpyHostToDevice);
    unsigned *a = (unsigned *)d, *b = (unsigned *)d2;
    for (int bit = 0; bit < 32; bit++) { radixPass<<<1, N>>>(a, b, bit); unsigned *t = a; a = b; b = t; }
    cudaMemcpy(r, a, N * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++) r[i] ^= 0x80000000;
    printf("radix    %s %08x\n", memcmp(r, ref, N * sizeof(int)) ? "FAIL" : "PASS", checksum(r));
    cudaFree(d); cudaFree(d2);
    delete[] h; delete[] ref; delete[] r;
    return 0;
}
