// `__attribute__((noinline))` is `__noinline__` to nvcc: products of such a function are not contracted with the caller's sums.
#include <cstdio>
__attribute__((noinline)) __device__ float called(float a, float b) { return a * b; }
__device__ __attribute__((noinline, unused)) float called_too(float a, float b) { return a * b; }
__device__ __attribute__((always_inline)) inline float inlined(float a, float b) { return a * b; }
[[maybe_unused]] __device__ float usual(float a, float b) { return a * b; }
__noinline__ __device__ float words(float a, float b) { return a * b; }
__global__ void k(float *out, float a, float b, float c)
{
    out[0] = called(a, b) + c;
    out[1] = called_too(a, b) + c;
    out[2] = inlined(a, b) + c;
    out[3] = usual(a, b) + c;
    out[4] = words(a, b) + c;
}
int main()
{
    float *out;
    cudaMallocManaged(&out, 5 * sizeof(float));
    float a = 1 + 1.0f / 4096;
    k<<<1, 1>>>(out, a, a, -(1 + 1.0f / 2048));
    cudaDeviceSynchronize();
    for (int i = 0; i < 5; i++) printf("%a\n", out[i]);
    return 0;
}
