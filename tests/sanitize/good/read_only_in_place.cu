// Each thread reads its element before it writes it; what is written in one launch is read through the read-only path in the next.
#include <cstdio>
__global__ void scale(const float *__restrict__ in, float *__restrict__ out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}
__global__ void sum(const float *values, float *out, int n) {
    __shared__ float parts[64];
    float s = 0;
    for (int i = threadIdx.x; i < n; i += 64) s += __ldg(values + i);
    parts[threadIdx.x] = s;
    __syncthreads();
    for (int k = 32; k > 0; k /= 2) {
        if (threadIdx.x < k) parts[threadIdx.x] += parts[threadIdx.x + k];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = parts[0];
}
int main() {
    const int n = 500;
    float h[n], *d, *s;
    for (int i = 0; i < n; i++) h[i] = i % 7;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&s, sizeof(float));
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    scale<<<2, 256>>>(d, d, n);
    sum<<<1, 64>>>(d, s, n);
    cudaMemcpy(h, s, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
    cudaFree(d);
    cudaFree(s);
}
