// Each launch is in the stream of another chunk than its copies.
#include <cstdio>
__global__ void square(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= a[i]; } //~ ERROR[R0303] writes bytes 0 to 16383
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
        square<<<(m + 255) / 256, 256, 0, s[(c+1)%chunks]>>>(d + c * m, m);
        cudaMemcpyAsync(h + c * m, d + c * m, m * sizeof(float), cudaMemcpyDeviceToHost, s[c]); //~ ERROR[R0303] reads bytes 0 to 16383
    }
    cudaDeviceSynchronize();
    printf("%f\n", h[5]);
}
