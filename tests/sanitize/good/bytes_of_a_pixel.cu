// Vector loads of which one part is used and was written, and another neither: `v.w` belongs to nobody.
#include <cstdio>
__global__ void luminance(const uchar4 *p, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uchar4 v = p[i];
    y[i] = 0.3f * v.x + 0.6f * v.y + 0.1f * v.z;
}
__global__ void paint(uchar4 *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i].x = i, p[i].y = i + 1, p[i].z = i + 2;
}
__global__ void flip(uchar4 *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        uchar4 a = p[i];
        p[i] = p[n - 1 - i];
        p[n - 1 - i] = a;
    }
}
int main() {
    const int n = 100;
    uchar4 *p;
    float *y, h[n];
    cudaMalloc(&p, n * 4), cudaMalloc(&y, n * 4);
    paint<<<1, 128>>>(p, n);
    flip<<<1, 128>>>(p, n);
    luminance<<<1, 128>>>(p, y, n);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[3]);
    cudaFree(p), cudaFree(y);
}
