// The compiler moves the first line behind the condition of the second: in the program a barrier stands between them.
#include <cstdio>
#define N 16
__global__ void eliminate(float *system) {
    __shared__ float a[N][N + 1];
    int r = threadIdx.y, c = threadIdx.x;
    a[r][c] = system[r * (N + 1) + c];
    __syncthreads();
    for (int k = 0; k < N; k++) {
        float factor = a[r][k] / a[k][k];
        if (r != k) a[r][c] -= factor * a[k][c]; //~ ERROR[R0301] `a[ | add `__syncthreads();` after line 10
        __syncthreads();
    }
    system[r * (N + 1) + c] = a[r][c];
}
int main() {
    float h[N * (N + 1)];
    for (int r = 0; r < N; r++)
        for (int c = 0; c <= N; c++) h[r * (N + 1) + c] = r == c ? 20 : c == N ? r + 1 : 1.0f / (1 + r + c);
    float *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    eliminate<<<1, dim3(N + 1, N)>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int r = 0; r < N; r++) printf("%.3f ", h[r * (N + 1) + N] / h[r * (N + 1) + r]);
    printf("\n");
    cudaFree(d);
}
