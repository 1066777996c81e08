// Sums of products of halves are contracted, but for the `_rn` forms; the output is that of an H200.
#include <cstdio>
#include <cuda_fp16.h>
template <class T> __global__ void k(const float *in, unsigned short *o, int n) {
  int i = threadIdx.x;
  for (int r = 0; r < n; r += 32) { T a = in[(i + r) % n], b = in[(i * 7 + r * 3 + 5) % n], c = in[(i * 11 + r + 1) % n];
    T x = a * b + c, y = c - a * b, z = a * b - c; T w = a; w *= b; w += c; T v = __hadd(__hmul(a, b), c), u = __hadd_rn(__hmul_rn(a, b), c);
    T all[6] = {x, y, z, w, v, u};
    for (int j = 0; j < 6; j++) o[(r + i) * 6 + j] = *(unsigned short *)&all[j]; } }
template <class T> __global__ void k2(const float *in, unsigned *o, int n) { int i = threadIdx.x;
  for (int r = 0; r < n; r += 32) { T a; a.x = in[(i + r) % n]; a.y = in[(i + r + 9) % n]; T b; b.x = in[(i * 7 + r * 3 + 5) % n]; b.y = in[(i * 3 + r) % n]; T c; c.x = in[(i * 11 + r + 1) % n]; c.y = c.x;
   T x = a * b + c; T y = __hadd2(__hmul2(a, b), c); o[(r + i) * 2] = *(unsigned *)&x; o[(r + i) * 2 + 1] = *(unsigned *)&y; } }
int main() { const int n = 1024; float *in; unsigned short *o; unsigned *o2; cudaMallocManaged(&in, n * 4); cudaMallocManaged(&o, n * 12); cudaMallocManaged(&o2, n * 8);
 unsigned r = 7; for (int i = 0; i < n; i++) { r = r * 1664525u + 1013904223u; in[i] = (int)(r >> 8) % 4096 / 1000.f - 1.7f; }
 auto sum = [&](const char *t, const void *p, int stride, int m) { for (int j = 0; j < m; j++) { unsigned long long h = 0; for (int i = 0; i < n; i++) h = h * 1000003 + (stride == 2 ? ((const unsigned short *)p)[i * m + j] : ((const unsigned *)p)[i * m + j]); printf("%s %d %llx\n", t, j, h); } };
 k<__half><<<1, 32>>>(in, o, n); cudaDeviceSynchronize(); sum("half", o, 2, 6);

 k2<__half2><<<1, 32>>>(in, o2, n); cudaDeviceSynchronize(); sum("half2", o2, 4, 2);
}
