// Products of matrices and vectors, and steps of solvers, as courses write them.
#include <cstdio>
#include <cstdlib>
#define TILE 16
struct Matrix { int width, height, stride; float *elements; };
__device__ float GetElement(const Matrix A, int row, int col) { return A.elements[row * A.stride + col]; }
__device__ void SetElement(Matrix A, int row, int col, float value) { A.elements[row * A.stride + col] = value; }
__device__ Matrix GetSubMatrix(Matrix A, int row, int col) { Matrix s; s.width = TILE; s.height = TILE; s.stride = A.stride; s.elements = &A.elements[A.stride * TILE * row + TILE * col]; return s; }
__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C)
{
    int blockRow = blockIdx.y, blockCol = blockIdx.x; Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
    float Cvalue = 0; int row = threadIdx.y, col = threadIdx.x;
    for (int m = 0; m < (A.width / TILE); ++m) {
        Matrix Asub = GetSubMatrix(A, blockRow, m), Bsub = GetSubMatrix(B, m, blockCol);
        __shared__ float As[TILE][TILE]; __shared__ float Bs[TILE][TILE];
        As[row][col] = GetElement(Asub, row, col); Bs[row][col] = GetElement(Bsub, row, col);
        __syncthreads();
        for (int e = 0; e < TILE; ++e) Cvalue += As[row][e] * Bs[e][col];
        __syncthreads();
    }
    SetElement(Csub, row, col, Cvalue);
}
template <int BM> __global__ void coarse(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[BM][TILE], b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * BM, c = blockIdx.x * TILE + tx; float acc[BM / TILE] = {};
    for (int t = 0; t < n; t += TILE) {
        for (int k = 0; k < BM; k += TILE) a[ty + k][tx] = A[(r + ty + k) * n + t + tx];
        b[ty][tx] = B[(t + ty) * n + c];
        __syncthreads();
#pragma unroll
        for (int e = 0; e < TILE; e++) for (int k = 0; k < BM / TILE; k++) acc[k] += a[ty + k * TILE][e] * b[e][tx];
        __syncthreads();
    }
    for (int k = 0; k < BM / TILE; k++) C[(r + ty + k * TILE) * n + c] = acc[k];
}
__global__ void gemv(const float *A, const float *x, float *y, int n) { int r = blockIdx.x * blockDim.x + threadIdx.x; if (r < n) { float s = 0; for (int k = 0; k < n; k++) s += A[r * n + k] * x[k]; y[r] = s; } }
__global__ void gemv_warp(const float *A, const float *x, float *y, int n) { int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x & 31; if (r >= n) return; float s = 0; for (int k = l; k < n; k += 32) s += A[r * n + k] * x[k]; for (int o = 16; o; o >>= 1) s += __shfl_down_sync(~0u, s, o); if (l == 0) y[r] = s; }
__global__ void atax(const float *A, const float *t, float *y, int n) { int j = blockIdx.x * blockDim.x + threadIdx.x; if (j < n) for (int i = 0; i < n; i++) y[j] += A[i * n + j] * t[i]; }
__global__ void mm3(float *A, float *B, float *C, int n) { int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y; if (i < n && j < n) { C[i * n + j] = 0; for (int k = 0; k < n; k++) C[i * n + j] += A[i * n + k] * B[k * n + j]; } }
__global__ void syrk(float alpha, float beta, float *a, float *c, int n) { int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y; if (i < n && j < n) { c[i * n + j] *= beta; for (int k = 0; k < n; k++) c[i * n + j] += alpha * a[i * n + k] * a[j * n + k]; } }
__global__ void cholesky(float *L, int n, int k) { int i = blockIdx.x * blockDim.x + threadIdx.x + k; if (i >= n) return; if (i == k) L[k * n + k] = sqrtf(L[k * n + k]); __syncthreads(); if (i > k) L[i * n + k] /= L[k * n + k]; }
__global__ void ell(const int *cols, const float *vals, const float *x, float *y, int n, int w) { int r = blockIdx.x * blockDim.x + threadIdx.x; if (r < n) { float s = 0; for (int k = 0; k < w; k++) { int c = cols[k * n + r]; if (c >= 0) s += vals[k * n + r] * x[c]; } y[r] = s; } }
int main()
{
    int n = 96; float *h = (float *)malloc(n * n * 4), *d[3]; for (int i = 0; i < n * n; i++) h[i] = (i % 19) * 0.125f + (i % (n + 1) == 0) * 20;
    for (auto &p : d) { cudaMalloc(&p, n * n * 4); cudaMemcpy(p, h, n * n * 4, cudaMemcpyHostToDevice); }
    Matrix A{n, n, n, d[0]}, B{n, n, n, d[1]}, C{n, n, n, d[2]};
    MatMulKernel<<<dim3(6, 6), dim3(16, 16)>>>(A, B, C); coarse<32><<<dim3(6, 3), dim3(16, 16)>>>(d[0], d[1], d[2], n); gemv<<<1, 128>>>(d[0], d[1], d[2], n); gemv_warp<<<12, 256>>>(d[0], d[1], d[2], n); atax<<<1, 128>>>(d[0], d[1], d[2], n); mm3<<<dim3(3, 12), dim3(32, 8)>>>(d[0], d[1], d[2], n); syrk<<<dim3(3, 12), dim3(32, 8)>>>(1.5f, 0.5f, d[0], d[2], n); cholesky<<<1, 96>>>(d[0], n, 0);
    int *c; cudaMalloc(&c, n * 4 * 4); int hc[384]; for (int i = 0; i < 384; i++) hc[i] = i % 5 == 0 ? -1 : i * 7 % n; cudaMemcpy(c, hc, sizeof hc, cudaMemcpyHostToDevice); ell<<<3, 32>>>(c, d[0], d[1], d[2], n, 4);
    cudaMemcpy(h, d[2], n * n * 4, cudaMemcpyDeviceToHost); double s = 0; for (int i = 0; i < n * n; i++) s += h[i]; printf("%.1f %s\n", s, cudaGetErrorString(cudaGetLastError()));
}
