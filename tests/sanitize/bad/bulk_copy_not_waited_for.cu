// What a bulk copy brings is read before the barrier that counts its bytes was waited for.
#include <cuda/barrier>
#include <cuda/ptx>
#include <cstdio>
using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;
__global__ void k(int *in, int *out) {
    __shared__ alignas(16) int s[256];
    __shared__ barrier bar;
    if (threadIdx.x == 0) { init(&bar, blockDim.x); cde::fence_proxy_async_shared_cta(); }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cde::cp_async_bulk_global_to_shared(s, in, sizeof s, bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, sizeof s);
    } else token = bar.arrive();
    out[threadIdx.x] = s[threadIdx.x]; //~ ERROR[R0301] an asynchronous copy of thread (0,0,0) writes `s[0]`, the thread itself reads it | all threads that use what the copy brings wait for it first
    bar.wait(std::move(token));
}
int main() {
    int *in, *out, h[256];
    cudaMalloc(&in, 1024); cudaMalloc(&out, 1024);
    for (int i = 0; i < 256; i++) h[i] = i;
    cudaMemcpy(in, h, 1024, cudaMemcpyHostToDevice);
    k<<<1, 256>>>(in, out);
    cudaMemcpy(h, out, 1024, cudaMemcpyDeviceToHost);
    printf("%d\n", h[77]);
    cudaFree(in), cudaFree(out);
}
