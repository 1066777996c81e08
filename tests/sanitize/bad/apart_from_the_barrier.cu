// Threads that return ahead of a barrier, and an array that nobody fills: two mistakes, since no thread would have written it.
#include <cstdio>
__global__ void smooth(const float *x, float *y, int n) {
    __shared__ float s[128], w[3];
    int t = threadIdx.x;
    s[t] = t < n ? x[t] : 0;
    if (t >= n) return;
    __syncthreads(); //~ ERROR[R0201] 100 of 128 wait
    y[t] = w[0] * s[t] + w[1] * s[(t + 1) % 128]; //~ ERROR[R0601] reads `w[0]` | the same goes for `w[1]`
}
int main() {
    const int n = 100;
    float h[n], *x, *y;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    smooth<<<1, 128>>>(x, y, n);
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[1]);
    cudaFree(x); cudaFree(y);
}
