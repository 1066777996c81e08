// Several threads change one element in one statement: no barrier helps, an atomic operation does.
#include <cstdio>
__global__ void check(const int *grid, int *bad) {
    __shared__ unsigned seen[9];
    int r = threadIdx.y, c = threadIdx.x;
    if (c == 0) seen[r] = 0;
    __syncthreads();
    seen[r] |= 1u << grid[r * 9 + c]; //~ ERROR[R0301] reads `seen[ | several threads change one element: use an atomic operation, such as `atomicAdd` or `atomicOr`
    __syncthreads();
    if (c == 0 && seen[r] != 0x3fe) bad[r] = 1;
}
int main() {
    int h[81], bad[9];
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) h[r * 9 + c] = (r * 3 + r / 3 + c) % 9 + 1;
    int *d, *b;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&b, sizeof bad);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(b, 0, sizeof bad);
    check<<<1, dim3(9, 9)>>>(d, b);
    cudaMemcpy(bad, b, sizeof bad, cudaMemcpyDeviceToHost);
    for (int r = 0; r < 9; r++) printf("%d ", bad[r]);
    printf("\n");
    cudaFree(d); cudaFree(b);
}
