// Two buffers by turns: the ends of the second one are never written. That is one mistake, which names both.
#include <cstdio>
#include <utility>
__global__ void step(const float *now, float *next, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        next[i] = now[i] + 0.25f * (now[i - 1] - 2 * now[i] + now[i + 1]); //~ ERROR[R0601] reads `now[0]` | of its 256 elements these were not written: 0, 255
}
int main() {
    const int n = 256;
    float h[n] = {};
    h[0] = 100;
    h[n - 1] = 50;
    float *a, *b;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    for (int t = 0; t < 4; t++) {
        step<<<n / 64, 64>>>(a, b, n);
        std::swap(a, b);
    }
    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
    printf("%.2f %.2f\n", h[1], h[n - 2]);
    cudaFree(a); cudaFree(b);
}
