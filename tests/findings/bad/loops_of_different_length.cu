// The loops are unrolled: which lane comes first in time depends on the level, which one is shown does not.
#include <cstdio>
__global__ void sum(const float *in, float *out, const int *start, int n)
{
    int r = threadIdx.x;
    float s = 0;
    for (int k = start[r]; k <= start[r + 1]; k++) s += in[k]; //~ ERROR[R0101] by thread (31,0,0) of block (0,0,0): element 71 of 71 floats
    for (int k = 0; k < r; k++) s += in[n * 2 - r * r + k]; //~ ERROR[R0101] by thread (1,0,0)
    out[r] = s;
}
int main()
{
    const int n = 32;
    int h[n + 1], nnz = 0;
    for (int i = 0; i <= n; i++) { h[i] = nnz; if (i < n) nnz += (i * 7) % 5 + (i == 20 ? 9 : 0); }
    float *in, *out; int *start;
    cudaMalloc(&in, nnz * 4); cudaMalloc(&out, n * 4); cudaMalloc(&start, (n + 1) * 4);
    cudaMemset(in, 0, nnz * 4);
    cudaMemcpy(start, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<1, n>>>(in, out, start, nnz);
    cudaDeviceSynchronize();
    return 0;
}
