// Inclusive scan: Hillis-Steele in shared memory, then block offsets; and a warp-shuffle version.
#include <cstdio>
#include <cstdlib>
#define B 256
__global__ void scanBlock(const int *in, int *out, int *sums, int n)
{
    extern __shared__ int tmp[];
    int *a = tmp, *b = tmp + blockDim.x;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    a[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d <<= 1) {
        b[t] = t >= d ? a[t] + a[t - d] : a[t];
        __syncthreads();
        int *s = a; a = b; b = s;
    }
    if (i < n) out[i] = a[t];
    if (t == blockDim.x - 1 && sums) sums[blockIdx.x] = a[t];
}
__global__ void addOffsets(int *out, const int *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}
__device__ int warpScan(int v)
{
    int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d *= 2) { int o = __shfl_up_sync(0xffffffffu, v, d); if (lane >= d) v += o; }
    return v;
}
__global__ void scanShfl(const int *in, int *out, int n)
{
    __shared__ int warps[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, w = threadIdx.x / 32;
    int v = warpScan(i < n ? in[i] : 0);
    if (threadIdx.x % 32 == 31) warps[w] = v;
    __syncthreads();
    if (w == 0) warps[threadIdx.x] = warpScan(threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0);
    __syncthreads();
    if (w) v += warps[w - 1];
    if (i < n) out[i] = v;
}
int main()
{
    const int n = 1000, blocks = (n + B - 1) / B;
    int h[n], r[n], *in, *out, *sums;
    srand(7);
    for (int i = 0; i < n; i++) h[i] = rand() % 100 - 20;
    cudaMalloc(&in, sizeof h); cudaMalloc(&out, sizeof h); cudaMalloc(&sums, blocks * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    scanBlock<<<blocks, B, 2 * B * sizeof(int)>>>(in, out, sums, n);
    scanBlock<<<1, 32, 64 * sizeof(int)>>>(sums, sums, nullptr, blocks);
    addOffsets<<<blocks, B>>>(out, sums, n);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    int bad = 0, acc = 0;
    for (int i = 0; i < n; i++) { acc += h[i]; bad += r[i] != acc; }
    printf("scan bad %d last %d\n", bad, r[n - 1]);
    scanShfl<<<1, 1024>>>(in, out, n);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = bad = acc = 0; i < n; i++) { acc += h[i]; bad += r[i] != acc; }
    printf("shfl bad %d last %d %s\n", bad, r[n - 1], cudaGetErrorName(cudaGetLastError()));
    return 0;
}
