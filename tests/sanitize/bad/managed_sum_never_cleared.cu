// Dot product in managed memory: nobody sets the accumulator to zero.
#include <cstdio>
struct Vec { int n; float *x, *y, *dot; };
__global__ void dot(Vec v)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
    for (; i < v.n; i += gridDim.x * blockDim.x)
        s += v.x[i] * v.y[i];
    for (int o = 16; o > 0; o /= 2)
        s += __shfl_down_sync(~0u, s, o);
    if (threadIdx.x % 32 == 0)
        atomicAdd(v.dot, s); //~ ERROR[R0601] to which nothing was written | no host code
}
int main()
{
    Vec v;
    v.n = 1000;
    cudaMallocManaged(&v.x, v.n * sizeof(float));
    cudaMallocManaged(&v.y, v.n * sizeof(float));
    cudaMallocManaged(&v.dot, sizeof(float));
    for (int i = 0; i < v.n; ++i) {
        v.x[i] = 1.0f;
        v.y[i] = 2.0f;
    }
    dot<<<4, 128>>>(v);
    cudaDeviceSynchronize();
    printf("%g\n", *v.dot);
    cudaFree(v.x);
    cudaFree(v.y);
    cudaFree(v.dot);
}
