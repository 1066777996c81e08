// A call fails, the program looks and ends for it: why it failed is told, too.
//@ exit: 1
#include <cstdio>
#include <cstdlib>
#define CHECK(call) \
    do { \
        cudaError_t error = (call); \
        if (error != cudaSuccess) { \
            printf("%s: %s\n", #call, cudaGetErrorString(error)); \
            exit(1); \
        } \
    } while (0)
__constant__ float weights[8];
__global__ void scale(float *x) { x[threadIdx.x] *= weights[threadIdx.x % 8]; }

int main()
{
    float h[16] = {1}, *d;
    // Seen, and made good: nothing is said of it.
    if (cudaMalloc(&d, (size_t)1 << 50) != cudaSuccess) CHECK(cudaMalloc(&d, sizeof h));
    cudaGetLastError();
    CHECK(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
    scale<<<1, 16>>>(d);
    CHECK(cudaGetLastError());
    cudaFree(d);
    CHECK(cudaMemcpyToSymbol(weights, h, sizeof h)); //~ REMARK[R0506] 64 bytes do not fit `weights`
}
