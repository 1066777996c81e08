// Half of the input is copied; the test of the index does not keep the other half from being used.
#include <cstdio>
__global__ void next(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? in[i] : 0.0f; //~ ERROR[R0601] `in[32]`, to which nothing was written
    v += 1;
    out[i] = v;
}
int main() {
    float *in, *out, h[64] = {};
    cudaMalloc(&in, sizeof h), cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h / 2, cudaMemcpyHostToDevice);
    next<<<1, 64>>>(in, out, 60);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%f\n", h[0]);
    cudaFree(in), cudaFree(out);
}
