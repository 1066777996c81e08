#include <cstdio>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <cassert>
#include <cfloat>
#include <climits>
__constant__ float coef[4];
__device__ int counter = 0;
__device__ __managed__ int managed = 5;
__device__ float table[8];
enum Op { ADD, MUL };
struct __align__(16) Particle { float3 pos; float mass; };
__host__ __device__ inline float3 operator+(const float3 &a, const float3 &b) {
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__host__ __device__ float3 &operator+=(float3 &a, float3 b) {
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
    return a;
}
__device__ __forceinline__ float poly(float x) {
    return coef[0] + x * (coef[1] + x * (coef[2] + x * coef[3]));
}
template <Op op> __device__ int apply(int a, int b) {
    if (op == ADD) return a + b;
    else return a * b;
}
__global__ void k1(float *o, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    o[i] = poly((float)i);
    atomicAdd(&counter, 1);
    if (i < 8) table[i] = i * 0.5f;
}
__global__ void k2(Particle *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        p[i].pos += make_float3(1, 2, 3);
        p[i].mass *= 2;
    }
}
__global__ void k3(int *o) {
    extern __shared__ int sh[];
    int lane = threadIdx.x & 31, warp = threadIdx.x / warpSize;
    sh[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int v = sh[blockDim.x - 1 - threadIdx.x];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    if (lane == 0) o[warp] = v;
    unsigned m = __ballot_sync(~0u, lane < 5);
    if (threadIdx.x == 0) o[4] = __popc(m);
    o[5] = apply<MUL>(3, 4) + apply<ADD>(1, 1);
}
__global__ void __launch_bounds__(128) k4(double *d, unsigned char *c, char4 *v) {
    switch (threadIdx.x % 4) {
        case 0: d[threadIdx.x] = sqrt((double)threadIdx.x);
        break;
        case 1: d[threadIdx.x] = pow(2.0, (double)threadIdx.x / 8);
        break;
        case 2: d[threadIdx.x] = fmax(1.0, (double)min(3, (int)threadIdx.x));
        default: d[threadIdx.x] += max(1u, threadIdx.x) % 3;
    }
    c[threadIdx.x] = (unsigned char)(threadIdx.x * 3);
    v[threadIdx.x] = make_char4(threadIdx.x, -1, 2, 3);
    managed++;
    if (threadIdx.x == 0) printf("block %d of %d: %s %5.2f %lu\n", blockIdx.x, gridDim.x, "device", 1.5, sizeof(*v));
}
int main() {
    float h[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(coef, h, sizeof(h));
    float *d;
    cudaMalloc(&d, 100 * sizeof(float));
    k1<<<4, 32>>>(d, 100);
    float o[100];
    cudaMemcpy(o, d, sizeof(o), cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", o[0], o[1], o[99]);
    int c;
    cudaMemcpyFromSymbol(&c, counter, sizeof(int));
    float t[8];
    cudaMemcpyFromSymbol(t, table, sizeof(t));
    printf("%d %g\n", c, t[7]);
    Particle hp[3] = {{{1, 1, 1}, 1}, {{2, 2, 2}, 2}};
    Particle *dp;
    cudaMallocManaged(&dp, sizeof(hp));
    for (int i = 0; i < 3; i++) dp[i] = hp[i];
    k2<<<1, 32>>>(dp, 3);
    cudaDeviceSynchronize();
    for (auto i = 0; i < 3; ++i) printf("(%g,%g,%g;%g) ", dp[i].pos.x, dp[i].pos.y, dp[i].pos.z, dp[i].mass);
    printf("%zu\n", sizeof(Particle));
    int *oi;
    cudaMalloc(&oi, 6 * 4);
    k3<<<1, 128, 128 * sizeof(int)>>>(oi);
    int ho[6];
    cudaMemcpy(ho, oi, sizeof ho, cudaMemcpyDeviceToHost);
    for (int x : ho) printf("%d ", x);
    puts("");
    double *dd;
    unsigned char *dc;
    char4 *dv;
    cudaMalloc((void**)&dd, 64 * 8);
    cudaMemset(dd, 0, 64 * 8);
    cudaMalloc((void**)&dc, 64);
    cudaMalloc(&dv, 64 * sizeof(char4));
    cudaStream_t s;
    cudaStreamCreate(&s);
    k4<<<1, 64, 0, s>>>(dd, dc, dv);
    cudaStreamSynchronize(s);
    double hd[64];
    cudaMemcpyAsync(hd, dd, sizeof hd, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    cudaStreamDestroy(s);
    printf("%g %g %g %g %d\n", hd[4], hd[5], hd[6], hd[7], managed > 5);
    printf("%s %s %d\n", cudaGetErrorName(cudaErrorInvalidValue), cudaGetErrorString(cudaErrorMemoryAllocation), cudaPeekAtLastError());
    int dev;
    cudaGetDevice(&dev);
    cudaSetDevice(dev);
    int cnt;
    cudaGetDeviceCount(&cnt);
    printf("%d %d\n", dev, cnt);
    cudaError_t e = cudaMalloc(&d, (size_t)1 << 60);
    printf("%s\n", cudaGetErrorString(e));
    cudaGetLastError();
    k1<<<0, 32>>>(d, 1);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    k1<<<1, 2048>>>(d, 1);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaDeviceReset();
    return 0;
}
