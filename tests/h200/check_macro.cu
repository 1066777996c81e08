// The CHECK wrapper that every course uses, and other macro tricks.
#include <stdio.h>
#include <stdlib.h>
#define CHECK(call)                                                            \
    do {                                                                       \
        const cudaError_t error = call;                                        \
        if (error != cudaSuccess) {                                            \
            fprintf(stderr, "Error: %s:%d, ", __FILE__, __LINE__);             \
            fprintf(stderr, "code: %d, reason: %s\n", error, cudaGetErrorString(error)); \
            exit(1);                                                           \
        }                                                                      \
    } while (0)
#define STR2(x) #x
#define STR(x) STR2(x)
#define CAT(a, b) a##b
#define MAX3(a, b, c) ((a) > (b) ? ((a) > (c) ? (a) : (c)) : ((b) > (c) ? (b) : (c)))
#define LOG(fmt, ...) printf("[%s] " fmt "\n", STR(CAT(lo, g)), ##__VA_ARGS__)
#if defined(__CUDACC__) && (__cplusplus >= 201103L) && !defined(NOPE)
#define MODE 2
#else
#define MODE 1
#endif
#ifndef N
#define N (1 << 10)
#endif
__global__ void scale(float *v, float f, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v[i] *= f;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : N;
    size_t bytes = n * sizeof(float);
    float *h = (float *)malloc(bytes), *d = NULL;
    for (int i = 0; i < n; ++i) h[i] = (float)(i & 0xFF) / 10.0f;
    CHECK(cudaMalloc((void **)&d, bytes));
    CHECK(cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice));
    dim3 block(128);
    dim3 grid((n + block.x - 1) / block.x / 2);
    scale<<<grid, block>>>(d, 3.f, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost));
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += h[i];
    LOG("mode %d sum %.4f max %d line %s", MODE, sum, MAX3(3, 9, 5), STR(N));
    LOG("plain");
    CHECK(cudaFree(d));
    free(h);
    CHECK(cudaDeviceReset());
    return EXIT_SUCCESS;
}
