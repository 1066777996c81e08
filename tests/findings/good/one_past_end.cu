#include <cstdio>
__global__ void k(const int *b, const int *e, int *o) { int s = 0; for (const int *p = b; p != e; ++p) s += *p; *o = s; }
int main() { int h[64], *d, *o, r; for (int i = 0; i < 64; i++) h[i] = i; cudaMalloc(&d, 256); cudaMalloc(&o, 4); cudaMemcpy(d, h, 256, cudaMemcpyHostToDevice); k<<<1, 1>>>(d, d + 64, o); cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost); int *q = h + 64; int t = 0; while (q != h) t += *--q; printf("%d %d\n", r, t); }
