#include <cstdio>
// Warp specialisation with volatile flags and __syncwarp; partial masks; shared memory of structures; bit-fields.
struct P { float x, y; short k; unsigned char f : 3, g : 5; };
__global__ void k(P *out, int n) {
    __shared__ P s[64]; __shared__ volatile int go[2];
    int t = threadIdx.x, w = t / 32, l = t % 32;
    if (t < 2) go[t] = 0;
    __syncthreads();
    P p; p.x = t; p.y = -t; p.k = t; p.f = t; p.g = t;
    if (w == 0) { s[l] = p; __threadfence_block(); __syncwarp(); if (l == 0) go[0] = 1; }
    else { if (l == 0) while (go[0] == 0) ; __syncwarp(); __threadfence_block(); p = s[31 - l]; }
    unsigned m = l < 16 ? 0xffffu : 0xffff0000u;
    if (w == 1) s[32 + l].k = p.k;
    __syncwarp(m);
    __syncthreads();
    if (w == 0) out[t] = s[l ^ 1];
    else out[t] = p;
}
int main() { P *d, h[64]; cudaMalloc(&d, sizeof h); k<<<1, 64>>>(d, 64); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost); printf("%d %d %g\n", h[3].k, h[40].k, h[40].x); cudaFree(d); }
