// Races that the author knows of, each with a comment in the line of one of its accesses.
#include <cstdio>
__device__ int found;
__global__ void look(const int *x, int wanted) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (x[i] == wanted) found = 1; // all write the same // kern: race ok
}
__global__ void sum(int *out) {
    __shared__ int part[64];
    int kept = part[63 - threadIdx.x]; // whatever it is // kern: init ok
    part[threadIdx.x] = 1; // kern: race ok
    out[threadIdx.x] = part[threadIdx.x ^ 32] + 0 * kept;
}
int main() {
    int h[256], *x, *out;
    for (int i = 0; i < 256; i++) h[i] = i % 32;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    look<<<4, 64>>>(x, 5);
    sum<<<1, 64>>>(out);
    int yes;
    cudaMemcpyFromSymbol(&yes, found, sizeof yes);
    printf("%d\n", yes);
    cudaFree(x);
    cudaFree(out);
}
