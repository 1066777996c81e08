// The seven classic reductions (after M. Harris), all checked against the host
#include <stdio.h>
#include <stdlib.h>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
    fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(EXIT_FAILURE); } } while (0)

__global__ void reduce0(const int *g_in, int *g_out) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    s[tid] = g_in[i];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        if (tid % (2 * d) == 0) s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0) g_out[blockIdx.x] = s[0];
}
__global__ void reduce1(const int *g_in, int *g_out) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    s[tid] = g_in[i];
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        int index = 2 * d * tid;
        if (index < blockDim.x) s[index] += s[index + d];
        __syncthreads();
    }
    if (tid == 0) g_out[blockIdx.x] = s[0];
}
__global__ void reduce2(const int *g_in, int *g_out) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    s[tid] = g_in[i];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
        if (tid < d) s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0) g_out[blockIdx.x] = s[0];
}
__global__ void reduce3(const int *g_in, int *g_out) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    s[tid] = g_in[i] + g_in[i + blockDim.x];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 0; d >>= 1) {
        if (tid < d) s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid == 0) g_out[blockIdx.x] = s[0];
}
__device__ void warpReduce(volatile int *s, int tid) {
    int v = s[tid];
    v += s[tid + 32]; s[tid] = v; __syncwarp();
    if (tid < 16) { s[tid] = v = v + s[tid + 16]; } __syncwarp();
    if (tid < 8) { s[tid] = v = v + s[tid + 8]; } __syncwarp();
    if (tid < 4) { s[tid] = v = v + s[tid + 4]; } __syncwarp();
    if (tid < 2) { s[tid] = v = v + s[tid + 2]; } __syncwarp();
    if (tid < 1) { s[tid] = v = v + s[tid + 1]; } __syncwarp();
}
__global__ void reduce4(const int *g_in, int *g_out) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
    s[tid] = g_in[i] + g_in[i + blockDim.x];
    __syncthreads();
    for (unsigned d = blockDim.x / 2; d > 32; d >>= 1) {
        if (tid < d) s[tid] += s[tid + d];
        __syncthreads();
    }
    if (tid < 32) warpReduce(s, tid);
    if (tid == 0) g_out[blockIdx.x] = s[0];
}
template <unsigned int blockSize>
__global__ void reduce5(const int *g_in, int *g_out) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * (blockSize * 2) + threadIdx.x;
    s[tid] = g_in[i] + g_in[i + blockSize];
    __syncthreads();
    if (blockSize >= 512) { if (tid < 256) s[tid] += s[tid + 256]; __syncthreads(); }
    if (blockSize >= 256) { if (tid < 128) s[tid] += s[tid + 128]; __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64) s[tid] += s[tid + 64]; __syncthreads(); }
    if (tid < 32) warpReduce(s, tid);
    if (tid == 0) g_out[blockIdx.x] = s[0];
}
template <unsigned int blockSize>
__global__ void reduce6(const int *g_in, int *g_out, unsigned n) {
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * (blockSize * 2) + tid, gridSize = blockSize * 2 * gridDim.x;
    int sum = 0;
    while (i < n) { sum += g_in[i]; if (i + blockSize < n) sum += g_in[i + blockSize]; i += gridSize; }
    s[tid] = sum;
    __syncthreads();
    if (blockSize >= 256) { if (tid < 128) s[tid] += s[tid + 128]; __syncthreads(); }
    if (blockSize >= 128) { if (tid < 64) s[tid] += s[tid + 64]; __syncthreads(); }
    if (tid < 32) {
        sum = s[tid] + s[tid + 32];
#pragma unroll
        for (int o = 16; o > 0; o >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, o);
        if (tid == 0) g_out[blockIdx.x] = sum;
    }
}
int main(int argc, char **argv) {
    const int n = 1 << 14, threads = 256;
    int *h = (int *)malloc(n * sizeof(int)), *out = (int *)malloc(n * sizeof(int)), *d_in, *d_out;
    long expected = 0;
    srand(7);
    for (int i = 0; i < n; i++) { h[i] = rand() & 0xff; expected += h[i]; }
    CHECK(cudaMalloc((void **)&d_in, n * sizeof(int)));
    CHECK(cudaMalloc((void **)&d_out, n * sizeof(int)));
    CHECK(cudaMemcpy(d_in, h, n * sizeof(int), cudaMemcpyHostToDevice));
    for (int which = 0; which < 7; which++) {
        int blocks = which < 3 ? n / threads : which < 6 ? n / threads / 2 : 8;
        size_t sm = threads * sizeof(int);
        CHECK(cudaMemset(d_out, 0xff, n * sizeof(int)));
        switch (which) {
            case 0: reduce0<<<blocks, threads, sm>>>(d_in, d_out); break;
            case 1: reduce1<<<blocks, threads, sm>>>(d_in, d_out); break;
            case 2: reduce2<<<blocks, threads, sm>>>(d_in, d_out); break;
            case 3: reduce3<<<blocks, threads, sm>>>(d_in, d_out); break;
            case 4: reduce4<<<blocks, threads, sm>>>(d_in, d_out); break;
            case 5: reduce5<threads><<<blocks, threads, sm>>>(d_in, d_out); break;
            default: reduce6<threads><<<blocks, threads, sm>>>(d_in, d_out, n); break;
        }
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(out, d_out, blocks * sizeof(int), cudaMemcpyDeviceToHost));
        long sum = 0;
        for (int b = 0; b < blocks; b++) sum += out[b];
        printf("reduce%d: %2d blocks, first %d, sum %ld, %s\n", which, blocks, out[0], sum, sum == expected ? "PASS" : "FAIL");
    }
    CHECK(cudaFree(d_in)); CHECK(cudaFree(d_out));
    free(h); free(out);
    return 0;
}
