#include <cstdio>
// Lanes meet in different rounds of nested loops, the number of the step is an index: compiled code went on past the end.
__global__ void steps(int *c) {
    int tid = threadIdx.x, outer = tid == 0 ? 2 : 1, inner = tid == 0 ? 1 : 2, n = 0;
    for (int i = 0; i < outer; i++)
        for (int j = 0; j < inner; j++) {
            __syncwarp(3);
            c[2 * tid + n] = 10 * i + j;
            n++;
        }
}
int main() {
    int *d, h[4];
    cudaMalloc(&d, sizeof h);
    steps<<<1, 2>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d / %d %d\n", h[0], h[1], h[2], h[3]);
    cudaFree(d);
}
