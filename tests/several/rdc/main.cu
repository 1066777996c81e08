#include "common.h"
#include <cstdio>

static int helper(int x) { return x + 1; }

namespace {
int hidden = 3;
__device__ int mine(int x) { return x * 10; }
__global__ void local_kernel(int *out) { out[threadIdx.x] = mine(threadIdx.x); }
}

__global__ void accumulate(const float *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&total, (int)scaled(in[i], i));
}

struct Announcer {
    const char *name;
    Announcer(const char *n) : name(n) { std::printf("start %s\n", name); }
    ~Announcer() { std::printf("end %s\n", name); }
};
static Announcer announcer("main");

int main()
{
    float *out;
    cudaMallocManaged(&out, 8 * sizeof(float));
    launch_fill(out, 8);
    float host_factors[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(factors, host_factors, sizeof host_factors);
    accumulate<<<1, 8>>>(out, 8);
    cudaDeviceSynchronize();
    int result = 0;
    cudaMemcpyFromSymbol(&result, total, sizeof result);
    std::printf("total %d\n", result);
    fill<<<1, 8>>>(out, 8);
    int *small;
    cudaMallocManaged(&small, 4 * sizeof(int));
    local_kernel<<<1, 4>>>(small);
    cudaDeviceSynchronize();
    std::printf("local %d, %g\n", small[3], out[7]);
    std::printf("helper %d, hidden %d, counter %d\n", helper(1), hidden, counter);
    next();
    std::printf("counter %d, calls %d, twice %d\n", counter, calls(), twice(21));
    try {
        refuse("this");
    } catch (const std::runtime_error &e) {
        std::printf("caught %s\n", e.what());
    }
    Shape *shape = make_square(1.5);
    std::printf("area %g\n", shape->area());
    delete shape;
    int values[] = {1, 2, 3, 4};
    std::printf("sum %d\n", add_all(values, 4));
    std::printf("%s\n", greeting.c_str());
    cudaFree(out);
    cudaFree(small);
}
