// Raw `cp.async.bulk`: neither a barrier of the block nor arriving waits for the copy, also not for the thread that asks for it.
#include <cstdio>
__device__ unsigned shared_of(const void *address) { return (unsigned)__cvta_generic_to_shared(address); }
__device__ void init(unsigned long long *bar, int count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_of(bar)), "r"(count) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ void expect(unsigned long long *bar, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_of(bar)), "r"(bytes) : "memory");
}
__device__ void copy(void *to, const void *from, int bytes, unsigned long long *bar)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_of(to)), "l"(from),
                 "r"(bytes), "r"(shared_of(bar))
                 : "memory"); //~^^ ERROR[R0301] thread (32,0,0) reads `s[31]`, thread (0,0,0) writes it | put `__syncthreads();` behind their last use
}
__device__ void wait(unsigned long long *bar, unsigned parity)
{
    for (int done = 0; !done;)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(shared_of(bar)), "r"(parity)
                     : "memory");
}
__global__ void barrier_for_wait(const int *in, int *out)
{
    __shared__ alignas(16) int s[64];
    __shared__ unsigned long long bar;
    if (threadIdx.x == 0) init(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        expect(&bar, sizeof s);
        copy(s, in, sizeof s, &bar);
    }
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x]; //~ ERROR[R0301] an asynchronous copy of thread (0,0,0) writes `s[63]`, the thread itself reads it, and nothing has waited for the copy | `mbarrier.try_wait.parity` in a loop
}
__global__ void copies_then_arrives(const int *in, int *out)
{
    __shared__ alignas(16) int s[64];
    __shared__ unsigned long long bar;
    if (threadIdx.x == 0) {
        init(&bar, 1);
        copy(s, in, sizeof s, &bar);
        expect(&bar, sizeof s);
        out[0] = s[5]; //~ ERROR[R0301] writes `s[5]`, the thread itself reads it, and nothing has waited for the copy | nor who only arrives
    }
}
__global__ void only_others_wait(const int *in, int *out)
{
    __shared__ alignas(16) int s[64];
    __shared__ unsigned long long bar;
    if (threadIdx.x == 0) init(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        expect(&bar, sizeof s);
        copy(s, in, sizeof s, &bar);
    }
    if (threadIdx.x >= 32) wait(&bar, 0);
    out[threadIdx.x] = s[63 - threadIdx.x]; //~ ERROR[R0301] an asynchronous copy of thread (0,0,0) writes `s[63]`, the thread itself reads it, and nothing has waited for the copy | `mbarrier.try_wait.parity` in a loop
}
__global__ void source_changed(int *data)
{
    __shared__ alignas(16) int s[64];
    s[threadIdx.x] = threadIdx.x;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(data), "r"(shared_of(s)), "r"((int)sizeof s) : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    }
    __syncthreads();
    s[threadIdx.x] = 7; //~ ERROR[R0301] reads `s[0]`, the thread itself writes it | `cp.async.bulk.wait_group.read 0;`, then `__syncthreads();`
    if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}
__global__ void overwrites(const int *in, int *out)
{
    __shared__ alignas(16) int s[64];
    __shared__ unsigned long long bar;
    if (threadIdx.x == 0) init(&bar, 1);
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int v = s[63 - threadIdx.x];
    if (threadIdx.x == 0) {
        expect(&bar, sizeof s);
        copy(s, in + 64, sizeof s, &bar);
    }
    wait(&bar, 0);
    out[threadIdx.x] = s[63 - threadIdx.x] + v;
}
int main()
{
    int *in, *out, h[128];
    cudaMalloc(&in, sizeof h), cudaMalloc(&out, 256);
    for (int i = 0; i < 128; i++) h[i] = i;
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    barrier_for_wait<<<1, 64>>>(in, out);
    copies_then_arrives<<<1, 32>>>(in, out);
    only_others_wait<<<1, 64>>>(in, out);
    source_changed<<<1, 64>>>(out);
    overwrites<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, 256, cudaMemcpyDeviceToHost);
    printf("%d\n", h[7]);
    cudaFree(in), cudaFree(out);
}
