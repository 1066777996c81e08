// The test is the wrong way round: nothing is written to the result, and all of it is copied to the host and printed.
#include <cstdio>
__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) c[i - n] = a[i - n] + b[i - n];
}
int main() {
    const int n = 512;
    static float h[n];
    for (int i = 0; i < n; i++) h[i] = i;
    float *a, *b, *c;
    cudaMalloc(&a, sizeof h), cudaMalloc(&b, sizeof h), cudaMalloc(&c, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    add<<<2, 256>>>(a, b, c, n);
    cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost); //~ ERROR[R0602] nothing was written to any of it
    printf("%f %f\n", h[0], h[n - 1]);
    cudaFree(a), cudaFree(b), cudaFree(c);
}
