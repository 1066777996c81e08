#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
// leaky integrate-and-fire network, structure of arrays, bit-packed spikes by ballot
struct Params { float tau, vrest, vth, vreset, r; int refractory; };
__constant__ Params P;
struct Population { float *v; int *refr; unsigned *spikes; int *counts; };
template <bool kRecord>
__global__ void lif_step(Population pop, const float *__restrict__ input, const unsigned *__restrict__ prev, int n, float dt, int step, float *trace)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool fired = false;
    if (i < n) {
        float v = pop.v[i];
        if (pop.refr[i] > 0) { pop.refr[i]--; v = P.vreset; }
        else {
            float I = input[i];
            for (int k = 1; k <= 3; ++k) {
                int j = (i + k * 37) % n;
                if (prev[j >> 5] >> (j & 31) & 1) I += (k & 1) ? 2.5f : -1.0f;
            }
            v += dt / P.tau * (P.vrest - v + P.r * I);
            if (v >= P.vth) { fired = true; v = P.vreset; pop.refr[i] = P.refractory; pop.counts[i]++; }
        }
        pop.v[i] = v;
        if (kRecord && i == 5) trace[step] = v;
    }
    unsigned mask = __ballot_sync(0xffffffff, fired);
    if ((threadIdx.x & 31) == 0 && i < n) pop.spikes[i >> 5] = mask;
}
int main()
{
    const int n = 200, words = (n + 31) / 32, steps = 300;
    Params p = {.tau = 10.f, .vrest = -65.f, .vth = -50.f, .vreset = -70.f, .r = 8.f, .refractory = 4};
    cudaMemcpyToSymbol(P, &p, sizeof(Params), 0, cudaMemcpyHostToDevice);
    Population pop;
    unsigned *prev;
    float *input, *trace;
    std::vector<float> hi(n), v0(n, -65.f), ht(steps);
    for (int i = 0; i < n; i++) hi[i] = 1.2f + 0.011f * (i * 53 % 97);
    cudaMalloc(&pop.v, n * 4); cudaMalloc(&pop.refr, n * 4); cudaMalloc(&pop.spikes, words * 4); cudaMalloc(&pop.counts, n * 4);
    cudaMalloc(&prev, words * 4); cudaMalloc(&input, n * 4); cudaMalloc(&trace, steps * 4);
    cudaMemcpy(pop.v, v0.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(input, hi.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemset(pop.refr, 0, n * 4); cudaMemset(pop.counts, 0, n * 4); cudaMemset(prev, 0, words * 4); cudaMemset(pop.spikes, 0, words * 4);
    for (int s = 0; s < steps; s++) {
        lif_step<true><<<(n + 63) / 64, 64>>>(pop, input, prev, n, 0.5f, s, trace);
        unsigned *t = prev; prev = pop.spikes; pop.spikes = t;
    }
    std::vector<int> counts(n);
    std::vector<unsigned> last(words);
    cudaMemcpy(counts.data(), pop.counts, n * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(last.data(), prev, words * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(ht.data(), trace, steps * 4, cudaMemcpyDeviceToHost);
    int total = 0, most = 0;
    for (int i = 0; i < n; i++) { total += counts[i]; if (counts[i] > counts[most]) most = i; }
    printf("total spikes %d, most active %d with %d\n", total, most, counts[most]);
    for (int s = 0; s < steps; s += 37) printf("%3d %.6f\n", s, ht[s]);
    for (unsigned w : last) printf("%08x ", w);
    printf("\n");
    cudaFree(pop.v); cudaFree(pop.refr); cudaFree(pop.spikes); cudaFree(pop.counts); cudaFree(prev); cudaFree(input); cudaFree(trace);
}
