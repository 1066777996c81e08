// A stage of a pipeline is read ahead of `consumer_wait()`; that other stages were acquired tells a thread nothing of this one.
#include <cuda/pipeline>
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void scale(const float *in, float *out, int tiles)
{
    __shared__ float buf[2][64];
    auto block = cg::this_thread_block();
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto pipe = cuda::make_pipeline(block, &state);
    pipe.producer_acquire();
    cuda::memcpy_async(block, buf[0], in, sizeof buf[0], pipe); //~ NOTE writes it here
    pipe.producer_commit();
    for (int t = 0; t < tiles; t++) {
        if (t + 1 < tiles) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buf[(t + 1) % 2], in + (t + 1) * 64, sizeof buf[0], pipe);
            pipe.producer_commit();
        }
        float v = buf[t % 2][threadIdx.x]; //~ ERROR[R0301] thread (0,0,0) writes `buf[0][1]`, thread (1,0,0) reads it | `consumer_wait()` of the pipeline
        pipe.consumer_wait();
        out[t * 64 + threadIdx.x] = 3 * v;
        pipe.consumer_release();
    }
}
int main()
{
    const int tiles = 4, n = tiles * 64;
    float h[n], *a, *b;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    scale<<<1, 64>>>(a, b, tiles);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[n - 1]);
    cudaFree(a);
    cudaFree(b);
}
