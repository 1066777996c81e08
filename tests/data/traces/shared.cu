#include <cstdio>

struct Pair { float low, high; };

__device__ float square(float x) { float y = x * x; return y; }

__device__ int counter;

// Shared memory that the block before left behind, atomics, a structure, an inlined function, a contracted product.
__global__ void mix(float *x, float a)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    Pair pair;
    pair.low = s[t];
    s[t] = square(x[t]) + a * t;
    pair.high = s[(t + 1) % 32];
    x[t] = pair.low + pair.high;
    atomicAdd(&counter, 1);
    if (a > 0.3f) x[32] = a;
}

int main()
{
    float h[32], *x;
    for (int i = 0; i < 32; i++) h[i] = 0.5f * i;
    cudaMalloc(&x, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    mix<<<1, 32>>>(x, 0.25f);
    mix<<<1, 32>>>(x, 0.5f);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) printf("%g ", h[i]);
    printf("\n");
}
