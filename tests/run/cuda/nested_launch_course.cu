// Dynamic parallelism (CDP2): recursive quicksort, tail launch, fire and forget, child of child.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
__device__ int launches;
__device__ void insertion(int *a, int l, int r) { for (int i = l + 1; i <= r; ++i) { int v = a[i], j = i; for (; j > l && a[j - 1] > v; --j) a[j] = a[j - 1]; a[j] = v; } }
__global__ void quick(int *a, int l, int r, int depth)
{
    atomicAdd(&launches, 1);
    if (depth >= 12 || r - l < 16) { insertion(a, l, r); return; }
    int p = a[(l + r) / 2], i = l, j = r;
    while (i <= j) { while (a[i] < p) ++i; while (a[j] > p) --j; if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; } }
    if (l < j) { cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); quick<<<1, 1, 0, s>>>(a, l, j, depth + 1); cudaStreamDestroy(s); }
    if (i < r) quick<<<1, 1, 0, cudaStreamFireAndForget>>>(a, i, r, depth + 1);
}
__global__ void add(int *x, int v) { x[threadIdx.x] += v; }
__global__ void twice(int *x) { x[threadIdx.x] *= 2; }
__global__ void parent(int *x, int n)
{
    x[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) { add<<<1, n>>>(x, 5); twice<<<1, n>>>(x); add<<<1, n, 0, cudaStreamTailLaunch>>>(x, 1000); }
}
__global__ void check(int *x, int n) { long s = 0; for (int i = 0; i < n; ++i) s += x[i]; printf("sum %ld\n", s); }
__global__ void grand(int level) { printf("level %d block %d of %d\n", level, blockIdx.x, gridDim.x); if (level < 3 && blockIdx.x == gridDim.x - 1) grand<<<1, 1>>>(level + 1); }
template <class F> __global__ void mapKernel(int *x, F f) { x[threadIdx.x] = f(x[threadIdx.x]); }
__global__ void dispatcher(int *x, const int *kind, int n)
{
    switch (kind[threadIdx.x]) {
    case 0: mapKernel<<<1, n>>>(x + threadIdx.x * n, [] __device__(int v) { return v + 1; }); break;
    case 1: { int k = threadIdx.x; mapKernel<<<1, n>>>(x + threadIdx.x * n, [k] __device__(int v) { return v * k; }); break; }
    default: if (cudaError_t e = cudaGetLastError()) printf("error %d\n", e);
    }
}
int main()
{
    int *x; const int n = 2000; cudaMallocManaged(&x, n * sizeof *x); std::vector<int> h(n); srand(7); for (int i = 0; i < n; ++i) h[i] = x[i] = rand() % 5000; std::sort(h.begin(), h.end());
    quick<<<1, 1>>>(x, 0, n - 1, 0); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); int l; cudaMemcpyFromSymbol(&l, launches, sizeof l); printf("sorted %d, %d launches\n", std::equal(h.begin(), h.end(), x), l);
    parent<<<1, 64>>>(x, 64); check<<<1, 1>>>(x, 64); cudaDeviceSynchronize(); printf("%d %d %d\n", x[0], x[10], x[63]);
    grand<<<2, 1>>>(0); cudaDeviceSynchronize();
    int *k; cudaMallocManaged(&k, 16); for (int i = 0; i < 4; ++i) k[i] = i % 3; for (int i = 0; i < 32; ++i) x[i] = i; dispatcher<<<1, 4>>>(x, k, 8); cudaDeviceSynchronize(); for (int i = 0; i < 32; ++i) printf("%d ", x[i]); puts("");
    size_t v; cudaDeviceGetLimit(&v, cudaLimitDevRuntimePendingLaunchCount); printf("%zu\n", v); printf("%s\n", cudaGetErrorName(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 4096))); cudaDeviceGetLimit(&v, cudaLimitStackSize); printf("%zu\n", v);
}
