// `cudaMemcpyToSymbol` takes bytes: the rest of the variables stays zero, and is read.
#include <cstdio>
#include <cuda_runtime.h>
__constant__ float weights[64];
__device__ float table[64];
__global__ void apply(const float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * weights[i % 64] + table[i % 64]; //~ ERROR[R0601] reads `weights[16]` | multiply the count by `sizeof` of the element
    //~^ ERROR[R0601] reads `table[16]`
}
int main() {
    const int n = 256;
    float h[64], hx[n], hy[n];
    for (int i = 0; i < 64; i++) h[i] = 1.0f + i;
    for (int i = 0; i < n; i++) hx[i] = i;
    cudaMemcpyToSymbol(weights, h, 64);
    cudaMemcpyToSymbol(table, h, 64);
    float *x, *y;
    cudaMalloc(&x, sizeof hx); cudaMalloc(&y, sizeof hy);
    cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
    apply<<<2, 128>>>(x, y, n);
    cudaMemcpy(hy, y, sizeof hy, cudaMemcpyDeviceToHost);
    printf("%g %g\n", hy[3], hy[63]);
    cudaFree(x); cudaFree(y);
}
