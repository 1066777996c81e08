// Chunks of an array, each in a stream of its own.
#include <cstdio>
__global__ void square(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= a[i]; }
int main() {
    const int n = 1 << 14, chunks = 4, m = n / chunks;
    float *h, *d;
    cudaMallocHost(&h, n * sizeof(float));
    cudaMalloc(&d, n * sizeof(float));
    for (int i = 0; i < n; i++) h[i] = i;
    cudaStream_t s[chunks];
    for (auto &x : s) cudaStreamCreate(&x);
    for (int c = 0; c < chunks; c++) {
        cudaMemcpyAsync(d + c * m, h + c * m, m * sizeof(float), cudaMemcpyHostToDevice, s[c]);
        square<<<(m + 255) / 256, 256, 0, s[c]>>>(d + c * m, m);
        cudaMemcpyAsync(h + c * m, d + c * m, m * sizeof(float), cudaMemcpyDeviceToHost, s[c]);
    }
    cudaDeviceSynchronize();
    printf("%f\n", h[5]);
}
