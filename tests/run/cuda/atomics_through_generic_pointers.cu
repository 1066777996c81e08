// Atomic operations whose space is not known when they are compiled, and of 16 bits.
#include <cstdio>

struct Table {
    unsigned *counts;
    unsigned long long *sums;
    unsigned short *shorts;
    float *floats;
};

__device__ __noinline__ void put(Table t, unsigned key, int lane)
{
    atomicAdd(&t.counts[key % 8], 1u);
    atomicMax(&t.sums[key % 4], (unsigned long long)key);
    atomicXor(&t.counts[key % 8], key << 16);
    atomicInc(&t.counts[8], 5);
    atomicAdd(&t.floats[key % 2], 1e-40f);
    unsigned short *p = &t.shorts[key % 3], seen = 0, old;
    do {
        old = seen;
        unsigned short next = old + key;
        if (lane % 2)
            seen = atomicCAS(p, old, next);
        else
            asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(seen) : "l"(p), "h"(old), "h"(next) : "memory");
    } while (seen != old);
}

__global__ void both(Table global, unsigned *out, int round)
{
    __shared__ unsigned counts[9];
    __shared__ unsigned long long sums[4];
    __shared__ unsigned short shorts[4];
    __shared__ float floats[2];
    int t = threadIdx.x;
    if (t < 9) counts[t] = 0;
    if (t < 4) sums[t] = 0;
    if (t < 3) shorts[t] = 65000;
    if (t < 2) floats[t] = 0;
    __syncthreads();
    Table shared{counts, sums, shorts, floats};
    unsigned key = (t * 2654435761u) >> 7;
    // Lanes of a warp go to different spaces.
    put((t + round) % 3 == 0 ? shared : global, key, t);
    if (t % 5 != 0) put(t % 2 ? shared : global, key + 1, t);
    __syncthreads();
    if (t < 9) out[t] = counts[t];
    if (t < 4) out[9 + t] = (unsigned)sums[t];
    if (t < 3) out[13 + t] = shorts[t];
    if (t < 2) out[16 + t] = __float_as_uint(floats[t]);
}

int main()
{
    Table table;
    unsigned *out;
    cudaMallocManaged(&table.counts, 9 * sizeof(unsigned));
    cudaMallocManaged(&table.sums, 4 * sizeof(unsigned long long));
    cudaMallocManaged(&table.shorts, 4 * sizeof(unsigned short));
    cudaMallocManaged(&table.floats, 2 * sizeof(float));
    cudaMallocManaged(&out, 18 * sizeof(unsigned));
    for (int i = 0; i < 9; i++) table.counts[i] = 0;
    for (int i = 0; i < 4; i++) table.sums[i] = 0;
    for (int i = 0; i < 3; i++) table.shorts[i] = 65000;
    for (int i = 0; i < 2; i++) table.floats[i] = 0;
    for (int round = 0; round < 3; round++) {
        both<<<1, 200>>>(table, out, round);
        cudaDeviceSynchronize();
        for (int i = 0; i < 18; i++) printf("%x ", out[i]);
        printf("\n");
        for (int i = 0; i < 9; i++) printf("%x ", table.counts[i]);
        for (int i = 0; i < 4; i++) printf("%llx ", table.sums[i]);
        for (int i = 0; i < 3; i++) printf("%x ", table.shorts[i]);
        for (int i = 0; i < 2; i++) printf("%g ", table.floats[i]);
        printf("\n");
    }
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
