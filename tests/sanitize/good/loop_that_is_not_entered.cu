// What a loop would use was never written, but the launch does not enter it.
#include <cstdio>
__global__ void refine(const float *guess, const float *error, float *out, int rounds, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = guess[i], e = error[i];
    for (int r = 0; r < rounds; r++) {
        v -= e;
        e *= 0.5f;
    }
    out[i] = v;
}
int main() {
    const int n = 100;
    float h[n], *g, *e, *o;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&g, sizeof h); cudaMalloc(&e, sizeof h); cudaMalloc(&o, sizeof h);
    cudaMemcpy(g, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(e, 0, sizeof(float));
    refine<<<1, 128>>>(g, e, o, 0, n);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[99]);
    cudaFree(g); cudaFree(e); cudaFree(o);
}
