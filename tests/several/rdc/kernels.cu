#include "common.h"
#include <cstdio>

__device__ int total = 5;
__constant__ float factors[4];

static int helper(int x) { return x + 100; }

namespace {
int hidden = 7;
__device__ int mine(int x) { return x * 1000; }
__global__ void local_kernel(int *out) { out[threadIdx.x] = mine(threadIdx.x); }
}

__device__ float scaled(float x, int i) { return twice(x) * factors[i % 4]; }

__global__ void fill(float *out, int n)
{
    int i = threadIdx.x;
    if (i < n) out[i] = i;
}

struct Announcer {
    const char *name;
    Announcer(const char *n) : name(n) { std::printf("start %s\n", name); }
    ~Announcer() { std::printf("end %s\n", name); }
};
static Announcer announcer("kernels");

void launch_fill(float *out, int n)
{
    fill<<<1, 8>>>(out, n);
    int *small;
    cudaMallocManaged(&small, 4 * sizeof(int));
    local_kernel<<<1, 4>>>(small);
    cudaDeviceSynchronize();
    std::printf("theirs %d, %d, %d\n", small[3], helper(1), hidden + calls());
    cudaFree(small);
}
