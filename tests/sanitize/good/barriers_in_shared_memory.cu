// Barriers of a program's own, of which one orders the plain reset of the other.
//@ stdout: 1 1
#include <cstdio>

__device__ void meet(unsigned *word, unsigned warps)
{
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        unsigned arrival = threadIdx.x == 0 ? 0x80000000u - (warps - 1) : 1, before, now;
        asm volatile("atom.add.acq_rel.cta.u32 %0, [%1], %2;" : "=r"(before) : "l"(word), "r"(arrival) : "memory");
        do asm volatile("ld.acquire.cta.u32 %0, [%1];" : "=r"(now) : "l"(word) : "memory");
        while (((before ^ now) & 0x80000000u) == 0);
    }
    __syncwarp();
}

__device__ void meet_by_fences(unsigned *word, unsigned warps)
{
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        unsigned arrival = threadIdx.x == 0 ? 0x80000000u - (warps - 1) : 1;
        __threadfence_block();
        unsigned before = atomicAdd(word, arrival);
        while (((before ^ *(volatile unsigned *)word) & 0x80000000u) == 0) {
        }
        __threadfence_block();
    }
    __syncwarp();
}

template <bool Fences> __global__ void rounds(int *out)
{
    __shared__ unsigned one, two;
    unsigned warps = blockDim.x / 32;
    if (threadIdx.x == 0) one = two = 0;
    __syncthreads();
    for (int i = 0; i < 3; ++i) {
        if (Fences) {
            meet_by_fences(&one, warps);
            meet_by_fences(&two, warps);
            if (threadIdx.x == 0) one = 0;
            meet_by_fences(&two, warps);
        } else {
            meet(&one, warps);
            meet(&two, warps);
            if (threadIdx.x == 0) one = 0;
            meet(&two, warps);
        }
    }
    out[threadIdx.x] = 1;
}

int main()
{
    int *out, host[2];
    cudaMalloc(&out, 512 * sizeof(int));
    rounds<false><<<1, 256>>>(out);
    rounds<true><<<1, 256>>>(out + 256);
    cudaMemcpy(&host[0], out, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&host[1], out + 511, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[1]);
    cudaFree(out);
    return 0;
}
