// Every lane makes as many steps, in rounds of nested loops that differ: some many rounds of few, others few rounds of many.
// They wait for one another at each step, so that they meet in different rounds. Compiled code took the counters of the
// loops for the same in all lanes that go on together, made steps too many, and accused lanes of staying away.
#include <cstdio>

struct Steps { int n, last, bits; };

enum { SYNC, BARRIER, SHUFFLE, BALLOT, ANY, MATCH, COUNT };

template <int KIND>
__device__ void step(Steps &s, unsigned mask, int tid, int i, int j)
{
    if (KIND == SYNC) __syncwarp(mask);
    if (KIND == BARRIER) __syncthreads();
    if (KIND == SHUFFLE) s.bits += __shfl_xor_sync(mask, 10 * i + j, 1);
    if (KIND == BALLOT) s.bits = s.bits * 3 + __ballot_sync(mask, (i + j + tid) & 1);
    if (KIND == ANY) s.bits += __any_sync(mask, i == 2);
    if (KIND == MATCH) s.bits ^= __match_any_sync(mask, i);
    if (KIND == COUNT) s.bits += __syncthreads_count(j == 1);
    s.last = 10 * i + j;
    s.n++;
}

template <int KIND>
__global__ void nested(Steps *out)
{
    int tid = threadIdx.x, outer = tid % 3 == 0 ? 6 : tid % 3 == 1 ? 3 : 1, inner = 6 / outer;
    unsigned mask = __ballot_sync(0xffffffff, true);
    Steps s = {0, 0, 0};
    for (int i = 0; i < outer; i++)
        for (int j = 0; j < inner; j++) step<KIND>(s, mask, tid, i, j);
    out[tid] = s;
}

// Even lanes come in even rounds, odd ones in odd rounds.
template <int KIND>
__global__ void in_turn(Steps *out)
{
    int tid = threadIdx.x;
    Steps s = {0, 0, 0};
    for (int i = 0; i < 6; i++)
        if ((i ^ tid) % 2 == 0) step<KIND>(s, 0xffffffff, tid, i, i / 2);
    out[tid] = s;
}

void show(const char *name, void (*kernel)(Steps *), int threads)
{
    static Steps h[64];
    Steps *d;
    cudaMalloc(&d, sizeof h);
    kernel<<<1, threads>>>(d);
    cudaMemcpy(h, d, threads * sizeof *h, cudaMemcpyDeviceToHost);
    printf("%s:", name);
    for (int i = 0; i < 4; i++) printf(" %d %d %d,", h[i].n, h[i].last, h[i].bits);
    unsigned sum = 0;
    int n = 0;
    for (int i = 0; i < threads; i++) sum = sum * 31 + h[i].bits, n += h[i].n;
    printf(" %d %08x\n", n, sum);
    cudaFree(d);
}

int main()
{
    show("nested sync", nested<SYNC>, 64);
    show("nested barrier", nested<BARRIER>, 64);
    show("nested shuffle", nested<SHUFFLE>, 64);
    show("nested ballot", nested<BALLOT>, 64);
    show("nested any", nested<ANY>, 64);
    show("nested match", nested<MATCH>, 64);
    show("nested count", nested<COUNT>, 64);
    show("part of a warp", nested<BALLOT>, 7);
    show("in turn: sync", in_turn<SYNC>, 64);
    show("in turn: shuffle", in_turn<SHUFFLE>, 64);
    show("in turn: any", in_turn<ANY>, 64);
    show("in turn: count", in_turn<COUNT>, 64);
}
