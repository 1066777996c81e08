#include <cstdio>
#include <cuda/pipeline>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(int *out, const int *in, int n) {
    constexpr int stages = 2;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    extern __shared__ int buf[];
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    int batches = n / block.size();
    for (int c = 0, f = 0; c < batches; c++) {
        for (; f < batches && f < c + stages; f++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buf + (f % stages) * block.size(), in + f * block.size(), sizeof(int) * block.size(), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum += buf[(c % stages) * block.size() + (block.size() - 1 - threadIdx.x)];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}
int main() {
    int *a, *b; cudaMalloc(&a, 4096); cudaMalloc(&b, 1024);
    int h[1024]; for (int i = 0; i < 1024; i++) h[i] = i;
    cudaMemcpy(a, h, 4096, cudaMemcpyHostToDevice);
    k<<<1, 256, 2 * 256 * 4>>>(b, a, 1024);
    cudaMemcpy(h, b, 1024, cudaMemcpyDeviceToHost);
    long s = 0; for (int i = 0; i < 256; i++) s += h[i] * (i % 7);
    printf("%ld %s\n", s, cudaGetErrorString(cudaGetLastError()));
    cudaFree(a); cudaFree(b);
}
