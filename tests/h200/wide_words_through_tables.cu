// Wide words of shared memory and additions to global memory through tables of indices.
#include <cstdio>
template <class T> __global__ void rd(T *o, int *t) { __shared__ T s[512]; int i = t[threadIdx.x]; if (i >= 0) o[threadIdx.x] = s[i]; }
template <class T> __global__ void wr(T *o, int *t) { __shared__ T s[512]; int i = t[threadIdx.x]; if (i >= 0) s[i] = o[threadIdx.x]; __syncthreads(); if (threadIdx.x > 31) o[threadIdx.x] = s[threadIdx.x]; }
template <class T> __global__ void ex(T *o, int *t) { __shared__ T s[512]; int i = t[threadIdx.x]; if (i >= 0) atomicExch(&s[i], o[threadIdx.x]); __syncthreads(); if (threadIdx.x > 31) o[threadIdx.x] = s[threadIdx.x]; }
template <class T> __global__ void red(T *p, int *t) { int i = t[threadIdx.x]; if (i >= 0) atomicAdd(&p[i], (T)threadIdx.x); }
unsigned z = 1; unsigned nx() { return (z = z * 1664525u + 1013904223u) >> 8; }
int main() {
int *t, h[32]; char *o; cudaMalloc(&t, 128); cudaMalloc(&o, 65536);
for (int k = 0; k < 90; k++) {
unsigned m = k % 3 == 1 ? nx() ^ nx() << 16 : k % 3 == 2 ? (1u << (1 + nx() % 31)) - 1 : ~0u; int n = 1 << (1 + nx() % 6), q = 1 + nx() % 8;
for (int i = 0; i < 32; i++) { int r = nx() & 0xffffff, l[] = {r % n, r % 64, i & 7, i / 8 * 4 + (r & 3), r % 4 ? i / 2 : i, i < 16 ? i / 2 : r % n, i * q & 63, i & ~q, r % 8, i / q + (r % 5 ? 0 : 8)}; h[i] = m >> i & 1 ? l[k / 3 % 10] : -1; printf("%d ", h[i]); }
puts(""); cudaMemcpy(t, h, 128, cudaMemcpyHostToDevice);
rd<double><<<1, 32>>>((double *)o, t); rd<int4><<<1, 32>>>((int4 *)o, t); wr<double><<<1, 32>>>((double *)o, t); wr<int4><<<1, 32>>>((int4 *)o, t); ex<int><<<1, 32>>>((int *)o, t);
red<int><<<1, 32>>>((int *)o, t); red<double><<<1, 32>>>((double *)o, t); } }
