// Who arrives at an `mbarrier` and does not wait is told of nothing.
#include <cstdio>
__device__ unsigned shared_of(const void *address) { return (unsigned)__cvta_generic_to_shared(address); }
__global__ void waits(const int *in, int *out, bool all)
{
    __shared__ int handed;
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(shared_of(&full)) : "memory");
    __syncthreads();
    if (threadIdx.x == 0) handed = in[5];
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(shared_of(&full)) : "memory");
    for (int done = !all && threadIdx.x == 32; !done;)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.shared::cta.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(shared_of(&full)), "l"(state)
                     : "memory");
    if (threadIdx.x == 32) out[0] = handed; //~ ERROR[R0301] `handed`, thread (32,0,0) reads it
}
int main()
{
    int *in, *out, h[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    cudaMalloc(&in, sizeof h), cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    waits<<<1, 64>>>(in, out, true);
    cudaDeviceSynchronize();
    waits<<<1, 64>>>(in, out, false);
    cudaMemcpy(h, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(in), cudaFree(out);
}
