// Variables of kernels that have no value on some way: what is decided by them is wrong, what is copied on counts as unwritten.
#include <cstdio>
struct Pair { float x, y; };
__device__ int deepest(const int *a, int n) {
    int at;
    for (int i = 0; i < n; i++)
        if (a[i] > 90) at = i;
    return at;
}
__global__ void stored(const int *a, int n, int *out) {
    int t = threadIdx.x;
    int best;
    for (int i = 0; i < n; i++)
        if (a[t * n + i] > 90) best = i;
    out[t] = best; //~ ERROR[R0601] thread (0,0,0) of block (0,0,0) reads `best`, to which nothing was written
}
__global__ void from_a_function(const int *a, int *out) { out[threadIdx.x] = deepest(a + threadIdx.x, 4); } //~ ERROR[R0601] reads `at`, to which nothing was written
__global__ void index_of(const int *a, int *out) {
    unsigned k;
    if (threadIdx.x > 3) k = threadIdx.x - 4;
    out[threadIdx.x] = a[k * 2]; //~ ERROR[R0601] reads `k`
}
__global__ void branches(const int *a, int *out) {
    bool found;
    if (a[threadIdx.x] > 50) found = true;
    if (found) out[threadIdx.x] = 1; //~ ERROR[R0601] reads `found`
}
__global__ void summed(const float *x, float *out) {
    float v;
    if (threadIdx.x < 20) v = x[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
    if (threadIdx.x == 0) *out = v; //~ ERROR[R0601] reads `v`
}
__global__ void member(const float *x, float *out) {
    Pair p;
    p.x = x[threadIdx.x];
    if (threadIdx.x & 1) p.y = p.x;
    out[threadIdx.x] = p.y > 3 ? sqrtf(p.y) : p.x; //~ ERROR[R0601] reads bytes 4 to 7 of `p`
}
__global__ void through_shared(const float *x, float *out) {
    __shared__ float s[32];
    float v;
    if (threadIdx.x < 20) v = x[threadIdx.x];
    s[threadIdx.x] = v;
    __syncthreads();
    out[threadIdx.x] = s[31 - threadIdx.x] * 2; //~ ERROR[R0601] reads `s[31]`, to which only something without a value was written
}
__global__ void printed(const float *x) {
    double v;
    if (x[threadIdx.x] > 1) v = 1;
    if (threadIdx.x < 2) printf("%s\n", v == 1 ? "one" : "other"); //~ ERROR[R0601] reads `v`
}
__global__ void counted(const int *a, int *out) {
    int mine;
    if (a[threadIdx.x] > 50) mine = 1;
    if (__any_sync(~0u, mine == 7)) *out = 1; //~ ERROR[R0601] reads `mine`
    atomicAdd(out, mine);
}
int main() {
    int h[128], *a, *out;
    float hx[32], *x, *y;
    for (int i = 0; i < 128; i++) h[i] = i * 37 % 100;
    for (int i = 0; i < 32; i++) hx[i] = i % 5;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMalloc(&x, sizeof hx);
    cudaMalloc(&y, sizeof hx);
    cudaMemset(out, 0, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
    stored<<<1, 32>>>(a, 4, out);
    from_a_function<<<1, 32>>>(a, out);
    index_of<<<1, 32>>>(a, out);
    branches<<<1, 32>>>(a, out);
    summed<<<1, 32>>>(x, y);
    member<<<1, 32>>>(x, y);
    through_shared<<<1, 32>>>(x, y);
    printed<<<1, 32>>>(x);
    counted<<<1, 32>>>(a, out);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(out);
    cudaFree(x);
    cudaFree(y);
}
