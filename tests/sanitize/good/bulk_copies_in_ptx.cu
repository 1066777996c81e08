// Bulk copies of inline PTX that are waited for: by all, by one ahead of a barrier, in two stages, back to global memory.
//@ stdout: 2016 2016 32640 63 5
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
__device__ void arrive(unsigned long long *bar) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_of(bar)) : "memory"); }
__device__ void copy(void *to, const void *from, int bytes, unsigned long long *bar)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_of(to)), "l"(from),
                 "r"(bytes), "r"(shared_of(bar))
                 : "memory");
}
__device__ void wait(unsigned long long *bar, unsigned parity)
{
    for (int done = 0; !done;)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(shared_of(bar)), "r"(parity)
                     : "memory");
}
__global__ void all_wait(const int *in, int *out, bool copies_first)
{
    __shared__ alignas(16) int s[64];
    __shared__ unsigned long long bar;
    if (threadIdx.x == 0) init(&bar, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        if (copies_first) copy(s, in, sizeof s, &bar);
        expect(&bar, sizeof s);
        if (!copies_first) copy(s, in, sizeof s, &bar);
    }
    wait(&bar, 0);
    atomicAdd(out, s[63 - threadIdx.x]);
}
__global__ void one_waits(const int *in, int *out)
{
    __shared__ alignas(16) int s[64];
    __shared__ unsigned long long bar;
    if (threadIdx.x == 0) {
        init(&bar, 1);
        expect(&bar, sizeof s);
        copy(s, in, sizeof s, &bar);
        wait(&bar, 0);
    }
    __syncthreads();
    if (threadIdx.x == 9) *out = s[63];
}
// Stages that are filled by one thread and read by a warp, which gives them back.
__global__ void stages(const int *in, int *out, int rounds)
{
    __shared__ alignas(16) int s[2][64];
    __shared__ unsigned long long full[2], empty[2];
    if (threadIdx.x < 2) init(&full[threadIdx.x], 1), init(&empty[threadIdx.x], 32);
    __syncthreads();
    if (threadIdx.x == 32) {
        for (int i = 0; i < rounds; i++) {
            if (i >= 2) wait(&empty[i % 2], (i / 2 - 1) & 1);
            expect(&full[i % 2], sizeof s[0]);
            copy(s[i % 2], in + 64 * i, sizeof s[0], &full[i % 2]);
        }
    } else if (threadIdx.x < 32) {
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            wait(&full[i % 2], i / 2 & 1);
            sum += s[i % 2][threadIdx.x] + s[i % 2][63 - threadIdx.x];
            arrive(&empty[i % 2]);
        }
        atomicAdd(out, sum);
    }
}
__global__ void back(int *out)
{
    __shared__ alignas(16) int s[64];
    for (int round = 0; round < 2; round++) {
        s[threadIdx.x] = threadIdx.x % 8 + round;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + 64 * round), "r"(shared_of(s)), "r"((int)sizeof s)
                         : "memory");
            asm volatile("cp.async.bulk.commit_group;" ::: "memory");
            asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        }
        __syncthreads();
    }
}
int main()
{
    int *in, *out, h[256], r[4];
    cudaMalloc(&in, sizeof h), cudaMalloc(&out, 1024);
    for (int i = 0; i < 256; i++) h[i] = i;
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice), cudaMemset(out, 0, 1024);
    all_wait<<<1, 64>>>(in, out, false);
    all_wait<<<1, 64>>>(in, out + 1, true);
    stages<<<1, 64>>>(in, out + 2, 4);
    one_waits<<<1, 64>>>(in, out + 3);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    back<<<1, 64>>>(out);
    cudaMemcpy(h, out, 512, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %d\n", r[0], r[1], r[2], r[3], h[64 + 4]);
    cudaFree(in), cudaFree(out);
}
