// Threads of one warp on different paths: nested branches, loops of different length, early exit, switch.
#include <cstdio>
__device__ int collatz(int n) { int steps = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; steps++; } return steps; }
__global__ void k(int *o) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, r = 0;
    if (t % 7 == 6) { o[t] = -1; return; }
    switch (t % 5) {
    case 0: r = collatz(t + 1); break;
    case 1: for (int i = 0; i < t; i++) { if (i == 9) continue; if (i > 20) break; r += i; }
    case 2: r += 1000; break;
    case 3: do { r++; if (r > t) break; } while (r < 15); break;
    default: r = t > 16 ? (t & 1 ? -t : t) : t * t;
    }
    for (int i = t; i > 0; i >>= 1)
        if (i & 1) r ^= i; else if (i % 3 == 0) r += 2;
    o[t] = r;
}
int main() {
    int *d, h[96], s = 0;
    cudaMalloc(&d, sizeof h);
    k<<<3, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 96; i++) { s = s * 33 + h[i]; if (i < 40) printf("%d ", h[i]); }
    printf("\n%d\n", s);
}
