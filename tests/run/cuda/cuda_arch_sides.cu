// Texts that `__CUDA_ARCH__` tells apart: each is judged by what its own side may do, whatever stands in the other's.
#include <cstdio>
#include <stdexcept>

__constant__ int device_table[4] = {1, 2, 3, 4};
static int host_table[4] = {10, 20, 30, 40};
static const int host_constants[2] = {7, 8};
__device__ int device_value = 5;
static int host_value = 50;
static void tell(const char *side) { printf("told by the %s\n", side); }
__device__ int device_only(int i) { return i * 100; }

#ifdef __CUDA_ARCH__
#define TABLE device_table
#else
#define TABLE host_table
#endif

__host__ __device__ int from_table(int i) { return TABLE[i]; }

__host__ __device__ int value()
{
#ifndef __CUDA_ARCH__
    tell("host");
    return host_value + host_constants[1];
#else
    return device_value + device_only(2);
#endif
}

__host__ __device__ int checked(int i)
{
#ifdef __CUDA_ARCH__
    if (i < 0) __trap();
    __syncthreads();
#else
    if (i < 0) throw std::out_of_range("negative");
#endif
    return i;
}

__global__ void kernel(int *out, int i)
{
#ifndef __CUDA_ARCH__
    tell("kernel's host side");
    *out = host_table[i];
#endif
    out[0] = from_table(i);
    out[1] = value();
    out[2] = checked(i);
}

static int host_only(int i)
{
#ifdef __CUDA_ARCH__
    device_value = device_only(threadIdx.x);
    __shared__ int tile[32];
    tile[0] = 1;
#endif
    return i + host_value;
}

int main()
{
    int *out, got[3];
    cudaMalloc(&out, sizeof got);
    kernel<<<1, 1>>>(out, 2);
    cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(out);
    printf("device: %d %d %d\n", got[0], got[1], got[2]);
    printf("host: %d %d %d %d\n", from_table(2), value(), checked(2), host_only(3));
    try {
        checked(-1);
    } catch (const std::out_of_range &e) {
        printf("%s\n", e.what());
    }
    return 0;
}
