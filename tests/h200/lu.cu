#include <stdio.h>
#include <math.h>
/* Doolittle LU, one block, dynamic shared memory, double; plus inverse check */
#define N 16
__global__ void lu(double (*A)[N])
{
    extern __shared__ double sh[];
    double (*s)[N + 1] = (double (*)[N + 1])sh;
    int i = threadIdx.y, j = threadIdx.x;
    s[i][j] = A[i][j];
    for (int k = 0; k < N - 1; ++k) {
        __syncthreads();
        if (j == k && i > k) s[i][k] /= s[k][k];
        __syncthreads();
        if (i > k && j > k) s[i][j] -= s[i][k] * s[k][j];
    }
    __syncthreads();
    A[i][j] = s[i][j];
}
__global__ void solve(const double (*LU)[N], const double (*B)[N], double (*X)[N])
{
    int c = threadIdx.x;
    double y[N];
    for (int i = 0; i < N; i++) { double s = B[i][c]; for (int j = 0; j < i; j++) s -= LU[i][j] * y[j]; y[i] = s; }
    for (int i = N - 1; i >= 0; i--) { double s = y[i]; for (int j = i + 1; j < N; j++) s -= LU[i][j] * X[j][c]; X[i][c] = s / LU[i][i]; }
}
int main(void)
{
    double A[N][N], L[N][N], I[N][N] = {{0.0}}, X[N][N], (*d)[N], (*di)[N], (*dx)[N];
    for (int i = 0; i < N; i++) { I[i][i] = 1; for (int j = 0; j < N; j++) A[i][j] = 1.0 / (1 + abs(i - j)) + (i == j) * 2 + 0.01 * (i * 3 % 5); }
    cudaMalloc((void **)&d, sizeof A); cudaMalloc((void **)&di, sizeof A); cudaMalloc((void **)&dx, sizeof A);
    cudaMemcpy(d, A, sizeof A, cudaMemcpyHostToDevice);
    cudaMemcpy(di, I, sizeof I, cudaMemcpyHostToDevice);
    lu<<<1, dim3(N, N), N * (N + 1) * sizeof(double)>>>(d);
    solve<<<1, N>>>(d, di, dx);
    cudaMemcpy(L, d, sizeof L, cudaMemcpyDeviceToHost);
    cudaMemcpy(X, dx, sizeof X, cudaMemcpyDeviceToHost);
    double err = 0, det = 1, trace = 0;
    for (int i = 0; i < N; i++) {
        det *= L[i][i]; trace += X[i][i];
        for (int j = 0; j < N; j++) { double s = 0; for (int k = 0; k < N; k++) s += A[i][k] * X[k][j]; err = fmax(err, fabs(s - I[i][j])); }
    }
    printf("det %.12e trace of the inverse %.12f %s\n", det, trace, err < 1e-12 ? "PASS" : "FAIL");
    for (int i = 0; i < N; i += 5) printf("%+.16e %+.16e\n", L[i][i], L[N - 1][i]);
    printf("%a %A %10.3e|%-12.4g|%+d|%#x|%05d\n", 1.0, 0.15625, 12345.678, 0.00001234, 5, 255u, -42);
    cudaFree(d); cudaFree(di); cudaFree(dx);
    return 0;
}
