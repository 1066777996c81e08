// Barriers in shared memory as PTX has them (PTX ISA 9.7.13.15), and bulk copies that count their bytes there (9.7.9.25.4).
#include <cstdint>
#include <cstdio>
#include <cuda/barrier>

__device__ uint32_t in_shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ void init(uint64_t *bar, uint32_t count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(in_shared(bar)), "r"(count));
}
__device__ uint64_t arrive(uint64_t *bar)
{
    uint64_t state;
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(in_shared(bar)) : "memory");
    return state;
}
__device__ bool test(uint64_t *bar, uint64_t state)
{
    uint32_t done;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(in_shared(bar)), "l"(state) : "memory");
    return done;
}
__device__ void expect(uint64_t *bar, uint32_t bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(in_shared(bar)), "r"(bytes) : "memory");
}
// As CUTLASS waits.
__device__ void wait_parity(uint64_t *bar, uint32_t parity)
{
    asm volatile("{\n"
                 ".reg .pred P1;\n"
                 "LAB_WAIT:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
                 "@P1 bra DONE;\n"
                 "bra LAB_WAIT;\n"
                 "DONE:\n"
                 "}" ::"r"(in_shared(bar)), "r"(parity) : "memory");
}
__device__ void load(void *to, const void *from, uint32_t bytes, uint64_t *bar)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(in_shared(to)),
                 "l"(from), "r"(bytes), "r"(in_shared(bar)) : "memory");
}
__device__ void store(void *to, const void *from, uint32_t bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(in_shared(from)), "r"(bytes) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

__global__ void phases(int *out)
{
    __shared__ uint64_t bar;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        asm volatile("fence.mbarrier_init.release.cluster;");
    }
    __syncthreads();
    int rounds = 0;
    for (int round = 0; round < 3; round++) {
        uint64_t state = arrive(&bar);
        while (!test(&bar, state)) {}
        rounds++;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        out[0] = rounds;
        asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(in_shared(&bar)));
    }
}

// One thread alone: what is pending, arrivals of several at once, threads that leave.
__global__ void counts(int *out)
{
    __shared__ uint64_t bar;
    uint64_t a, b, c;
    uint32_t pending[3];
    init(&bar, 5);
    asm volatile("mbarrier.arrive.b64 %0, [%1], 2;" : "=l"(a) : "l"(&bar) : "memory");
    asm volatile("mbarrier.arrive.noComplete.b64 %0, [%1], 1;" : "=l"(b) : "l"(&bar) : "memory");
    asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(c) : "r"(in_shared(&bar)) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending[0]) : "l"(a));
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending[1]) : "l"(b));
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending[2]) : "l"(c));
    out[0] = pending[0] * 100 + pending[1] * 10 + pending[2];
    out[1] = test(&bar, c);
    uint64_t last = arrive(&bar);
    out[2] = test(&bar, last);
    // The next phase waits for one less.
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], %2;" : "=l"(a) : "r"(in_shared(&bar)), "r"(3) : "memory");
    out[3] = test(&bar, a);
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(in_shared(&bar)) : "memory");
    out[4] = test(&bar, a);
    wait_parity(&bar, 1);
    // Bytes that are expected hold the phase up, in whichever order they are told of.
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(in_shared(&bar)), "r"(64) : "memory");
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], 4;" : "=l"(a) : "r"(in_shared(&bar)) : "memory");
    out[5] = test(&bar, a);
    asm volatile("mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%0], %1;" ::"r"(in_shared(&bar)), "r"(64) : "memory");
    out[6] = test(&bar, a);
}

// A ring of two buffers: one thread copies ahead, all add up, one writes back.
__global__ void ring(const int *in, int *out, int tiles)
{
    __shared__ alignas(128) int buffer[2][128];
    __shared__ uint64_t full[2], empty[2];
    if (threadIdx.x == 0) {
        for (int i = 0; i < 2; i++) {
            init(&full[i], 1);
            init(&empty[i], blockDim.x);
        }
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
    __syncthreads();
    for (int tile = 0; tile < tiles + 1; tile++) {
        if (threadIdx.x == 0 && tile < tiles) {
            int slot = tile % 2;
            if (tile >= 2) wait_parity(&empty[slot], (tile / 2 - 1) & 1);
            expect(&full[slot], sizeof buffer[0]);
            load(buffer[slot], in + 128 * tile, sizeof buffer[0], &full[slot]);
        }
        if (tile > 0) {
            int slot = (tile - 1) % 2;
            wait_parity(&full[slot], ((tile - 1) / 2) & 1);
            int mine = buffer[slot][threadIdx.x] * 2;
            if (tile == tiles) {
                __syncthreads();
                buffer[slot][threadIdx.x] = mine + 1;
                asm volatile("fence.proxy.async;" ::: "memory");
                __syncthreads();
                if (threadIdx.x == 0) store(out + 128 * (tile - 1), buffer[slot], sizeof buffer[0]);
            } else {
                out[128 * (tile - 1) + threadIdx.x] = mine;
                arrive(&empty[slot]);
            }
        }
    }
}

int main()
{
    int *in, *out, host[16 * 128];
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    phases<<<1, 96>>>(out);
    cudaMemcpy(host, out, 4, cudaMemcpyDeviceToHost);
    printf("rounds %d\n", host[0]);
    counts<<<1, 1>>>(out);
    cudaMemcpy(host, out, 7 * 4, cudaMemcpyDeviceToHost);
    printf("pending %d, done %d %d %d %d, bytes %d %d\n", host[0], host[1], host[2], host[3], host[4], host[5], host[6]);
    for (int i = 0; i < 16 * 128; i++) host[i] = i;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    ring<<<1, 128>>>(in, out, 16);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    long long sum = 0;
    for (int i = 0; i < 16 * 128; i++) sum += (long long)host[i] * (i % 7 + 1);
    printf("sum %lld, %d %d, %s\n", sum, host[1], host[2047], cudaGetErrorString(cudaGetLastError()));
}
