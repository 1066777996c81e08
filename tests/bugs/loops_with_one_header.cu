// Two loops with one header: lanes that had left the inner one used the values of those still in it.
#include <cstdio>
__global__ void k(const int *next, int *out, int rounds) {
  int at = threadIdx.x, n = 0, r = 0;
  while (true) {
    while (at > 0) { at = next[at]; n++; }
    if (r >= rounds) break;
    at = (threadIdx.x * 7 + r) % 32; n += 100; r++;
  }
  out[threadIdx.x] = n * 10 + at;
}
__global__ void k2(const int *next, int *out, int one) {
  int at = threadIdx.x, n = 0;
  do {
    while (at > 0) { at = next[at]; n++; }
    if (one) break;
    at = 5; n = 77;
  } while (true);
  out[threadIdx.x] = n * 10 + at;
}
int main() {
  int h[32]; int *next, *out; for (int i = 0; i < 32; i++) h[i] = i % 3 ? i - 1 - i % 2 : i / 2;
  cudaMalloc(&next, sizeof h); cudaMalloc(&out, sizeof h); cudaMemcpy(next, h, sizeof h, cudaMemcpyHostToDevice);
  for (int r = 0; r < 3; r++) { k<<<1, 32>>>(next, out, r); cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost); for (int i = 0; i < 32; i++) printf("%d ", h[i]); printf("\n"); }
  k2<<<1, 32>>>(next, out, 1); cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost); for (int i = 0; i < 32; i++) printf("%d ", h[i]); printf("\n");
}
