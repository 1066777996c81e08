// Asynchronous copies from global to shared memory (LDGSTS): widths, cache operators, strides, conflicts, zero fill, partial warps.
#include <cstdio>
#include <cuda_pipeline_primitives.h>

template <int BYTES> __device__ void copy(void *shared, const void *global)
{
    unsigned to = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(global), "n"(BYTES));
}
__device__ void copy_cg(void *shared, const void *global)
{
    unsigned to = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(global));
}
__device__ void copy_fill(void *shared, const void *global, int bytes)
{
    unsigned to = (unsigned)__cvta_generic_to_shared(shared);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(global), "r"(bytes));
}
__device__ void wait() { asm volatile("cp.async.wait_all;" ::: "memory"); }

template <int BYTES> __global__ void straight(const char *in, float *out)
{
    __shared__ alignas(16) char tile[256 * BYTES];
    int t = threadIdx.x;
    copy<BYTES>(tile + t * BYTES, in + (blockIdx.x * 256 + t) * BYTES);
    wait();
    __syncthreads();
    out[blockIdx.x * 256 + t] = *(float *)(tile + (255 - t) * BYTES);
}
__global__ void bypass(const char *in, float *out)
{
    __shared__ alignas(16) char tile[256 * 16];
    int t = threadIdx.x;
    copy_cg(tile + t * 16, in + (blockIdx.x * 256 + t) * 16);
    wait();
    __syncthreads();
    out[blockIdx.x * 256 + t] = *(float *)(tile + (255 - t) * 16);
}
template <int BYTES, int STRIDE> __global__ void strided_global(const char *in, float *out)
{
    __shared__ alignas(16) char tile[256 * BYTES];
    int t = threadIdx.x;
    copy<BYTES>(tile + t * BYTES, in + (blockIdx.x * 256 + t) * STRIDE);
    wait();
    __syncthreads();
    out[blockIdx.x * 256 + t] = *(float *)(tile + (255 - t) * BYTES);
}
template <int BYTES, int STRIDE> __global__ void strided_shared(const char *in, float *out)
{
    __shared__ alignas(16) char tile[256 * STRIDE];
    int t = threadIdx.x;
    copy<BYTES>(tile + t * STRIDE, in + (blockIdx.x * 256 + t) * BYTES);
    wait();
    __syncthreads();
    out[blockIdx.x * 256 + t] = *(float *)(tile + (255 - t) * STRIDE);
}
__global__ void twice(const char *in, float *out)
{
    __shared__ alignas(16) char tile[2][256 * 16];
    int t = threadIdx.x;
    copy<16>(tile[0] + t * 16, in + (blockIdx.x * 256 + t) * 16);
    copy<16>(tile[1] + t * 16, in + (blockIdx.x * 256 + t) * 16);
    wait();
    __syncthreads();
    out[blockIdx.x * 256 + t] = *(float *)(tile[0] + (255 - t) * 16) + *(float *)(tile[1] + t * 16);
}
__global__ void twice_bypass(const char *in, float *out)
{
    __shared__ alignas(16) char tile[2][256 * 16];
    int t = threadIdx.x;
    copy_cg(tile[0] + t * 16, in + (blockIdx.x * 256 + t) * 16);
    copy_cg(tile[1] + t * 16, in + (blockIdx.x * 256 + t) * 16);
    wait();
    __syncthreads();
    out[blockIdx.x * 256 + t] = *(float *)(tile[0] + (255 - t) * 16) + *(float *)(tile[1] + t * 16);
}
__global__ void filled(const char *in, float *out, int n)
{
    __shared__ alignas(16) char tile[256 * 16];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    copy_fill(tile + t * 16, in + i * 16, i % 3 == 0 ? 0 : i % 3 == 1 ? 8 : n);
    wait();
    __syncthreads();
    out[i] = *(float *)(tile + (255 - t) * 16);
}
__global__ void some_lanes(const char *in, float *out)
{
    __shared__ alignas(16) char tile[256 * 16], other[256 * 16];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    if (t % 32 < 11) copy<4>(other + t * 16, in + i * 4);
    if (t < 64) copy_cg(tile + t * 16, in + i * 16);
    wait();
    __syncthreads();
    out[i] = t < 64 ? *(float *)(tile + t * 16) : 0;
}
__global__ void one_place(const char *in, float *out)
{
    __shared__ alignas(16) char tile[256 * 16];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    copy<16>(tile + t * 16, in + t / 32 * 16);
    wait();
    __syncthreads();
    out[i] = *(float *)(tile + (255 - t) * 16);
}
__global__ void tile_of_matrix(const float *in, float *out, int n)
{
    __shared__ float tile[32][36];
    int x = blockIdx.x * 32, y = blockIdx.y * 32, t = threadIdx.x;
    int row = t / 8, column = t % 8 * 4;
    __pipeline_memcpy_async(&tile[row][column], &in[(y + row) * n + x + column], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int r = t / 32; r < 32; r += 8) out[(x + r) * n + y + t % 32] = tile[t % 32][r];
}

int main()
{
    char *in;
    float *out;
    const int n = 1 << 20;
    cudaMalloc(&in, n);
    cudaMalloc(&out, n);
    static float host[n / 4];
    for (int i = 0; i < n / 4; i++) host[i] = i % 1000;
    cudaMemcpy(in, host, n, cudaMemcpyHostToDevice);
    straight<4><<<4, 256>>>(in, out);
    straight<8><<<4, 256>>>(in, out);
    straight<16><<<4, 256>>>(in, out);
    bypass<<<4, 256>>>(in, out);
    strided_global<4, 8><<<4, 256>>>(in, out);
    strided_global<4, 32><<<4, 256>>>(in, out);
    strided_global<4, 64><<<4, 256>>>(in, out);
    strided_global<8, 16><<<4, 256>>>(in, out);
    strided_global<16, 32><<<4, 256>>>(in, out);
    strided_global<16, 64><<<4, 256>>>(in, out);
    strided_shared<4, 8><<<4, 256>>>(in, out);
    strided_shared<4, 16><<<4, 256>>>(in, out);
    strided_shared<4, 64><<<4, 256>>>(in, out);
    strided_shared<4, 128><<<4, 256>>>(in, out);
    strided_shared<8, 16><<<4, 256>>>(in, out);
    strided_shared<8, 128><<<4, 256>>>(in, out);
    strided_shared<16, 32><<<4, 256>>>(in, out);
    strided_shared<16, 48><<<4, 256>>>(in, out);
    strided_shared<16, 128><<<4, 256>>>(in, out);
    twice<<<4, 256>>>(in, out);
    twice_bypass<<<4, 256>>>(in, out);
    filled<<<4, 256>>>(in, out, 16);
    some_lanes<<<4, 256>>>(in, out);
    one_place<<<4, 256>>>(in, out);
    tile_of_matrix<<<dim3(8, 8), 256>>>((float *)in, out, 256);
    cudaMemcpy(host, out, n / 4, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n / 16; i++) sum += host[i];
    printf("%s %.0f\n", cudaGetErrorString(cudaGetLastError()), sum);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
