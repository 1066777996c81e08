// CSR sparse matrix-vector product (scalar and warp per row) and a dot product that finishes with atomics and the last block.
#include <cstdio>
__global__ void spmvScalar(int rows, const int *ptr, const int *col, const float *val, const float *x, float *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows) {
        float s = 0;
        for (int k = ptr[r]; k < ptr[r + 1]; k++) s += val[k] * x[col[k]];
        y[r] = s;
    }
}
__global__ void spmvWarp(int rows, const int *ptr, const int *col, const float *val, const float *x, float *y)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (r >= rows) return;
    float s = 0;
    for (int k = ptr[r] + lane; k < ptr[r + 1]; k += 32) s += val[k] * x[col[k]];
    for (int o = 16; o; o >>= 1) s += __shfl_down_sync(0xffffffff, s, o);
    if (lane == 0) y[r] = s;
}
__device__ unsigned done = 0;
__global__ void dot(const float *a, const float *b, float *partial, float *result, int n)
{
    __shared__ float s[128];
    __shared__ bool last;
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += a[i] * b[i];
    s[threadIdx.x] = v;
    __syncthreads();
    for (int k = 64; k; k /= 2) { if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k]; __syncthreads(); }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        unsigned ticket = atomicInc(&done, gridDim.x);
        last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        volatile float *p = partial;
        float t = 0;
        for (int i = 0; i < gridDim.x; i++) t += p[i];
        *result = t;
        done = 0;
    }
}
int main()
{
    const int rows = 300;
    int ptr[rows + 1]; static int col[rows * 40]; static float val[rows * 40]; float x[rows], y[rows], z[rows];
    int nnz = 0;
    for (int r = 0; r < rows; r++) { ptr[r] = nnz; int len = (r * 7) % 40; for (int k = 0; k < len; k++) { col[nnz] = (r * 13 + k * 29) % rows; val[nnz++] = 1.0f + (k % 3); } x[r] = (float)(r % 10); }
    ptr[rows] = nnz;
    int *dp, *dc; float *dv, *dx, *dy;
    cudaMalloc(&dp, sizeof ptr); cudaMalloc(&dc, nnz * 4); cudaMalloc(&dv, nnz * 4); cudaMalloc(&dx, sizeof x); cudaMalloc(&dy, sizeof y);
    cudaMemcpy(dp, ptr, sizeof ptr, cudaMemcpyHostToDevice); cudaMemcpy(dc, col, nnz * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dv, val, nnz * 4, cudaMemcpyHostToDevice); cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
    spmvScalar<<<(rows + 127) / 128, 128>>>(rows, dp, dc, dv, dx, dy);
    cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
    spmvWarp<<<(rows * 32 + 127) / 128, 128>>>(rows, dp, dc, dv, dx, dy);
    cudaMemcpy(z, dy, sizeof z, cudaMemcpyDeviceToHost);
    int bad = 0; for (int i = 0; i < rows; i++) bad += y[i] != z[i];
    printf("nnz %d bad %d %g %g\n", nnz, bad, y[17], y[299]);
    float *part, *res, h;
    cudaMalloc(&part, 16 * 4); cudaMalloc(&res, 4);
    for (int i = 0; i < 2; i++) { dot<<<16, 128>>>(dx, dx, part, res, rows); cudaMemcpy(&h, res, 4, cudaMemcpyDeviceToHost); printf("dot %g\n", h); }
    return 0;
}
