// Of three races that one barrier mends one is known to its author: the others are told of.
#include <cstdio>
#include <cstdlib>
#define R 2
#define B 128
__global__ void average(const float *in, float *out, int n)
{
    __shared__ float tile[B + 2 * R];
    for (int start = blockIdx.x * B; start < n; start += gridDim.x * B) {
        int i = start + threadIdx.x;
        tile[threadIdx.x + R] = i < n ? in[i] : 0.f; // kern: race ok
        if (threadIdx.x < R) {
            tile[threadIdx.x] = i >= R ? in[i - R] : 0.f; //~ ERROR[R0301] add `__syncthreads();` at the end
            tile[threadIdx.x + B + R] = i + B < n ? in[i + B] : 0.f; //~ ERROR[R0301] add `__syncthreads();` at the end
        }
        __syncthreads();
        float sum = 0;
        for (int k = -R; k <= R; k++) sum += tile[threadIdx.x + R + k];
        if (i < n) out[i] = sum / (2 * R + 1);
    }
}
int main()
{
    int n = 1000;
    float *h = (float *)malloc(n * sizeof(float)), *a, *b;
    for (int i = 0; i < n; i++) h[i] = i % 17;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
    average<<<2, B>>>(a, b, n);
    cudaMemcpy(h, b, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f %f\n", h[10], h[500]);
    cudaFree(a); cudaFree(b); free(h);
}
