#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <vector>
// block-wide primitives as a class with TempStorage in the style of CUB, counting sort built of them
template <typename T, int THREADS> class BlockScan {
public:
    union TempStorage { T warp[THREADS / 32]; T total; int pad[32]; };
    __device__ BlockScan(TempStorage &s) : storage(s), lane(threadIdx.x & 31), warp(threadIdx.x >> 5) {}
    __device__ void ExclusiveSum(T in, T &out, T &aggregate)
    {
        T v = in;
#pragma unroll
        for (int d = 1; d < 32; d *= 2) { T o = __shfl_up_sync(0xffffffffu, v, d); if (lane >= d) v += o; }
        if (lane == 31) storage.warp[warp] = v;
        __syncthreads();
        T base = 0; aggregate = 0;
#pragma unroll
        for (int w = 0; w < THREADS / 32; w++) { if (w == warp) base = aggregate; aggregate += storage.warp[w]; }
        out = base + v - in;
        __syncthreads();
    }
private:
    TempStorage &storage;
    const int lane, warp;
};
template <int THREADS, int ITEMS> __launch_bounds__(THREADS) __global__ void counting_sort(const unsigned char *in, unsigned char *out, int n)
{
    typedef BlockScan<int, THREADS> Scan;
    __shared__ typename Scan::TempStorage temp;
    __shared__ int bins[256], starts[256];
    for (int b = threadIdx.x; b < 256; b += THREADS) bins[b] = 0;
    __syncthreads();
    unsigned char item[ITEMS];
    for (int i = 0; i < ITEMS; i++) { int at = i * THREADS + threadIdx.x; if (at < n) { item[i] = in[at]; atomicAdd(&bins[item[i]], 1); } }
    __syncthreads();
    int offset = 0;
    for (int b = 0; b < 256; b += THREADS) {
        int ex, total;
        Scan(temp).ExclusiveSum(bins[b + threadIdx.x], ex, total);
        starts[b + threadIdx.x] = offset + ex;
        offset += total;
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += THREADS) for (int k = 0; k < bins[b]; k++) out[starts[b] + k] = static_cast<unsigned char>(b);
}
__global__ void warp_private_hist(const unsigned char *in, int n, unsigned *out)
{
    __shared__ unsigned short h[4][16];
    ((unsigned *)h)[threadIdx.x % 32] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i - (threadIdx.x & 31) < n; i += blockDim.x * gridDim.x) {
        int v = i < n ? in[i] >> 4 : 16 + (threadIdx.x & 31);
        unsigned peers = __match_any_sync(0xffffffff, v);
        if (i < n && (threadIdx.x & 31) == __ffs(peers) - 1) h[threadIdx.x >> 5][v] += __popc(peers);
        __syncwarp();
    }
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], h[0][threadIdx.x] + h[1][threadIdx.x] + h[2][threadIdx.x] + h[3][threadIdx.x]);
}
int main()
{
    const int n = 900;
    std::vector<unsigned char> v(n), r(n);
    srand(11);
    for (auto &c : v) c = (rand() >> 7) * (rand() & 3) & 255;
    unsigned char *a, *b; unsigned *hist, h[16];
    cudaMalloc(&a, n); cudaMalloc(&b, n); cudaMalloc(&hist, sizeof h);
    cudaMemcpy(a, v.data(), n, cudaMemcpyHostToDevice);
    cudaMemset(hist, 0, sizeof h);
    counting_sort<128, 8><<<1, 128>>>(a, b, n);
    warp_private_hist<<<2, 128>>>(a, n, hist);
    cudaMemcpy(r.data(), b, n, cudaMemcpyDeviceToHost);
    cudaMemcpy(h, hist, sizeof h, cudaMemcpyDeviceToHost);
    unsigned ref[16] = {};
    for (auto c : v) ref[c >> 4]++;
    std::sort(v.begin(), v.end());
    printf("sort %s median %d max %d\n", r == v ? "PASS" : "FAIL", r[n / 2], r[n - 1]);
    for (int i = 0; i < 16; i++) printf("%u%s", h[i], h[i] == ref[i] ? " " : "! ");
    printf("\n");
    cudaFree(a); cudaFree(b); cudaFree(hist);
}
