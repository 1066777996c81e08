// Two stages of a pipeline; the consumer never releases its stage.
#include <cuda/pipeline>
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
constexpr int S = 2, T = 64, ROUNDS = 6;
__global__ void stream_sum(const int *in, int *out)
{
    __shared__ int buf[S][T];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, S> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int r = 0; r < ROUNDS; ++r) {
        pipe.producer_acquire(); //~ ERROR[R0401] makes no progress | consumer_release()
        cuda::memcpy_async(block, buf[r % S], in + r * T, sizeof(int) * T, pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        sum += buf[r % S][(block.thread_rank() + 1) % T]; //~ ERROR[R0301] nothing orders the two | `consumer_wait()` of the pipeline
    }
    out[block.thread_rank()] = sum;
}
int main()
{
    int h[T * ROUNDS], *in, *out;
    for (int i = 0; i < T * ROUNDS; i++) h[i] = i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, T * sizeof(int));
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    stream_sum<<<1, T>>>(in, out);
    cudaError_t e = cudaMemcpy(h, out, T * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%s %d\n", cudaGetErrorName(e), h[0]);
    cudaFree(in);
    cudaFree(out);
}
