// Lanes at the end compute with what nobody has written, in shared and in global memory, and use none of it.
#include <cstdio>
__global__ void differences(const int *x, int n, int *out) {
    __shared__ int s[65];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    int d = (s[t + 1] - s[t]) * 2;
    if (t < n - 1) out[t] = d;
}
__global__ void without_a_tile(const int *x, int n, int *out) {
    int t = threadIdx.x, d = x[t + 1] - x[t];
    if (t < n - 1) out[t] += d;
}
__global__ void by_way_of_a_variable(const float *x, int n, float *out) {
    __shared__ float s[33];
    int t = threadIdx.x;
    float v;
    if (t < n) v = x[t];
    s[t] = v;
    __syncthreads();
    float sum = s[t] + s[t + 1];
    if (t < n - 1) out[t] = sum;
}
__global__ void selected(const int *x, int n, int *out) {
    __shared__ int s[65];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    int next = s[t + 1], both = s[t] + next;
    out[t] += (t < n - 1 ? both : 0) - (t < n - 1 ? next : 0);
}
int main() {
    int h[64], *x, *out;
    float f[32], *y, *sums;
    for (int i = 0; i < 64; i++) h[i] = i * i;
    for (int i = 0; i < 32; i++) f[i] = i;
    cudaMalloc(&x, 65 * sizeof(int)), cudaMalloc(&out, 64 * sizeof(int));
    cudaMalloc(&y, sizeof f), cudaMalloc(&sums, sizeof f);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(y, f, sizeof f, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, 64 * sizeof(int)), cudaMemset(sums, 0, sizeof f);
    differences<<<1, 64>>>(x, 64, out);
    without_a_tile<<<1, 64>>>(x, 64, out);
    selected<<<1, 64>>>(x, 64, out);
    by_way_of_a_variable<<<1, 32>>>(y, 20, sums);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(f, sums, sizeof f, cudaMemcpyDeviceToHost);
    printf("%d %d %g %g\n", h[62], h[63], f[18], f[19]);
    cudaFree(x), cudaFree(out), cudaFree(y), cudaFree(sums);
}
