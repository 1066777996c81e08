// Static and dynamic shared memory, constant memory, device variables and their symbols.
#include <cstdio>
__constant__ float coefficients[3] = {0.25f, 0.5f, 0.25f};
__device__ int launches = 5;
__global__ void smooth(const float *in, float *out, int n) {
    extern __shared__ float tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 1;
    tile[t] = i < n ? in[i] : 0;
    if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : 0;
    if (threadIdx.x == blockDim.x - 1) tile[t + 1] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    if (i < n) out[i] = coefficients[0] * tile[t - 1] + coefficients[1] * tile[t] + coefficients[2] * tile[t + 1];
    if (i == 0) launches++;
}
int main() {
    const int n = 1000;
    static float h[n];
    for (int i = 0; i < n; i++) h[i] = i % 10;
    float *a, *b, c[3];
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    smooth<<<(n + 127) / 128, 128, 130 * sizeof(float)>>>(a, b, n);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g %g %g\n", h[0], h[1], h[9], h[999]);
    float other[3] = {1, 0, 0};
    cudaMemcpyFromSymbol(c, coefficients, sizeof c);
    cudaMemcpyToSymbol(coefficients, other, sizeof other);
    smooth<<<8, 128, 130 * 4>>>(a, b, n);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    int count;
    cudaMemcpyFromSymbol(&count, launches, sizeof count);
    printf("%g %g %g %d\n", c[1], h[0], h[999], count);
}
