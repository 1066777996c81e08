// The launches that cannot start answer as CUDA 12 does, 9 (`cudaErrorInvalidConfiguration`); the H200, with CUDA 13, said 1 (`cudaErrorInvalidValue`).
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
__global__ void noop() {}
int main() {
  const char *kn[] = {"H2H", "H2D", "D2H", "D2D", "Default"};
  int *d1, *d2, *m1, *p1; cudaMalloc(&d1, 64); cudaMalloc(&d2, 64); cudaMallocManaged(&m1, 64); cudaMallocHost(&p1, 64);
  int h1[16], h2[16];
  struct { const char *n; int *p; bool dev; } mem[] = {{"host", h1, 0}, {"dev", d1, 1}, {"managed", m1, 0}, {"pinned", p1, 0}, {"host2", h2, 0}, {"dev2", d2, 1}};
  for (int s = 0; s < 4; s++) for (int t = 0; t < 6; t++) { if (s == t) continue; for (int k = 0; k < 5; k++) {
    int v[16], z[16] = {0}; for (int i = 0; i < 16; i++) v[i] = 100 + s * 10 + k;
    cudaMemcpy(mem[s].p, v, 64, cudaMemcpyDefault); cudaMemcpy(mem[t].p, z, 64, cudaMemcpyDefault); cudaGetLastError();
    cudaError_t e = cudaMemcpy(mem[t].p, mem[s].p, 64, (cudaMemcpyKind)k); cudaGetLastError(); //~ WARNING[R0503] CUDA copies as the pointers say
    int got[16]; memset(got, 0, 64); cudaMemcpy(got, mem[t].p, 64, cudaMemcpyDefault);
    printf("%s->%s %s: %d %s copied=%d\n", mem[s].n, mem[t].n, kn[k], e, cudaGetErrorName(e), got[3] == v[3]);
  } }
  struct { dim3 g, b; size_t s; } l[] = {{1, 1025, 0}, {1, 2048, 0}, {0, 32, 0}, {1, 0, 0}, {dim3(1, 70000), 32, 0}, {dim3(1, 1, 70000), 32, 0}, {1, dim3(1, 1, 65), 0}, {1, dim3(32, 64), 0}, {1, 32, 50000}, {1, 32, 300000}, {dim3(1u << 31), 32, 0}};
  for (auto &x : l) { noop<<<x.g, x.b, x.s>>>(); cudaError_t e = cudaPeekAtLastError(); cudaError_t f = cudaGetLastError(); printf("launch %u,%u,%u x %u,%u,%u smem %zu: %d %s / %d\n", x.g.x, x.g.y, x.g.z, x.b.x, x.b.y, x.b.z, x.s, e, cudaGetErrorName(e), f); }
  printf("memset host: %s\n", cudaGetErrorName(cudaMemset(h1, 0, 64))); cudaGetLastError();
  printf("free host ptr: %s\n", cudaGetErrorName(cudaFree(h1))); cudaGetLastError();
  printf("freehost dev: %s\n", cudaGetErrorName(cudaFreeHost(d1))); cudaGetLastError();
  printf("free pinned: %s\n", cudaGetErrorName(cudaFree(p1))); cudaGetLastError();
  printf("free middle: %s\n", cudaGetErrorName(cudaFree(d1 + 4))); cudaGetLastError();
  printf("free: %s again: %s\n", cudaGetErrorName(cudaFree(d2)), cudaGetErrorName(cudaFree(d2))); cudaGetLastError();
  printf("copy past end: %s\n", cudaGetErrorName(cudaMemcpy(d1, h1, 1 << 24, cudaMemcpyHostToDevice))); cudaGetLastError();
  printf("malloc 0: %s\n", cudaGetErrorName(cudaMalloc(&d2, 0))); printf("ptr %s\n", d2 ? "non-null" : "null");
  printf("malloc 1T: %s\n", cudaGetErrorName(cudaMalloc(&d2, 1ull << 40))); cudaGetLastError();
}
