// The first round copies what may be unwritten, the second stores zeros; only the second half of the result is used.
#include <cstdio>
__global__ void fill(const int *x, int *y, int n, int rounds) {
    int i = threadIdx.x;
    for (int k = 0; k < rounds; k++) {
        int v = 0;
        if (k % 2 == 0) v = x[i];
        y[k * n + i] = v;
    }
}
__global__ void sum(const int *y, int n, int *out) { atomicAdd(out, y[n + threadIdx.x] + 1); }
int main() {
    const int n = 64;
    int *x, *y, *out, h;
    cudaMalloc(&x, n * 4), cudaMalloc(&y, 2 * n * 4), cudaMalloc(&out, 4);
    cudaMemset(x, 0, n * 2), cudaMemset(out, 0, 4);
    fill<<<1, n>>>(x, y, n, 2);
    sum<<<1, n>>>(y, n, out);
    cudaMemcpy(&h, out, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(x), cudaFree(y), cudaFree(out);
}
