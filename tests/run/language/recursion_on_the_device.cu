// Device functions that call themselves, with and without arrays of their own.
#include <cstdio>
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
__device__ void permute(int *a, int k, int n, int *count) {
    int copy[4];
    for (int i = 0; i < n; i++) copy[i] = a[i];
    if (k == n) { ++*count; return; }
    for (int i = k; i < n; i++) {
        int t = copy[k]; copy[k] = copy[i]; copy[i] = t;
        permute(copy, k + 1, n, count);
    }
}
__global__ void k(int *out) {
    int a[4] = {0, 1, 2, 3}, n = 0;
    permute(a, 0, 4, &n);
    out[threadIdx.x] = fib(threadIdx.x) + n;
    if (threadIdx.x == 31) out[31] = ackermann(2, 3);
}
int main() {
    int *d, h[32];
    cudaMalloc(&d, sizeof h);
    k<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %s\n", h[0], h[20], h[31], cudaGetErrorString(cudaGetLastError()));
}
