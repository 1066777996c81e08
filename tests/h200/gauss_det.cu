#include <iostream>
#include <iomanip>
#include <cmath>
#include <cstring>
using namespace std;
#define N 24

__global__ void eliminate(double *A, double *b, int n, int k)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y + k + 1;
    int j = blockIdx.x * blockDim.x + threadIdx.x + k;
    if (i < n && j < n && j > k) A[i * n + j] -= A[i * n + k] / A[k * n + k] * A[k * n + j];
    if (i < n && j == k) b[i] -= A[i * n + k] / A[k * n + k] * b[k];
}
__global__ void zero_column(double *A, int n, int k)
{
    int i = threadIdx.x + k + 1;
    if (i < n) A[i * n + k] = 0.0;
}
__global__ void swap_rows(double *A, double *b, int n, int r, int s)
{
    int j = threadIdx.x;
    double t = A[r * n + j]; A[r * n + j] = A[s * n + j]; A[s * n + j] = t;
    if (j == 0) { t = b[r]; b[r] = b[s]; b[s] = t; }
}
__global__ void find_pivot(const double *A, int n, int k, int *pivot)
{
    __shared__ double val[32];
    __shared__ int idx[32];
    int t = threadIdx.x;
    val[t] = t + k < n ? fabs(A[(t + k) * n + k]) : -1.0;
    idx[t] = t + k;
    __syncthreads();
    for (int s = 16; s > 0; s /= 2) {
        if (t < s && val[t + s] > val[t]) { val[t] = val[t + s]; idx[t] = idx[t + s]; }
        __syncthreads();
    }
    if (!t) *pivot = idx[0];
}
int main()
{
    double A[N][N], b[N], x[N], orig[N][N], rhs[N];
    for (int i = 0; i < N; i++) {
        b[i] = i + 1;
        for (int j = 0; j < N; j++) A[i][j] = ((i * 37 + j * 91 + i * j) % 101) / 50.5 - (i == j ? -0.25 : 0.75);
    }
    memcpy(orig, A, sizeof A);
    memcpy(rhs, b, sizeof b);
    double *dA, *db;
    int *dp, swaps = 0;
    cudaMalloc(&dA, sizeof A);
    cudaMalloc(&db, sizeof b);
    cudaMalloc(&dp, sizeof(int));
    cudaMemcpy(dA, A, sizeof A, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    for (int k = 0; k < N - 1; k++) {
        int p;
        find_pivot<<<1, 32>>>(dA, N, k, dp);
        cudaMemcpy(&p, dp, sizeof p, cudaMemcpyDeviceToHost);
        if (p != k) { swap_rows<<<1, N>>>(dA, db, N, p, k); swaps++; }
        eliminate<<<dim3(3, 3), dim3(8, 8)>>>(dA, db, N, k);
        zero_column<<<1, N>>>(dA, N, k);
    }
    cudaMemcpy(A, dA, sizeof A, cudaMemcpyDeviceToHost);
    cudaMemcpy(b, db, sizeof b, cudaMemcpyDeviceToHost);
    double det = swaps % 2 ? -1 : 1;
    for (int i = 0; i < N; i++) det *= A[i][i];
    for (int i = N - 1; i >= 0; --i) {
        double s = b[i];
        for (int j = i + 1; j < N; ++j) s -= A[i][j] * x[j];
        x[i] = s / A[i][i];
    }
    double res = 0;
    for (int i = 0; i < N; i++) {
        double s = -rhs[i];
        for (int j = 0; j < N; j++) s += orig[i][j] * x[j];
        res = max(res, fabs(s));
    }
    cout << "swaps " << swaps << " det " << setprecision(10) << scientific << det << endl;
    cout << fixed << setprecision(8) << x[0] << " " << x[N / 2] << " " << x[N - 1] << endl;
    cout << (res < 1e-8 ? "PASS" : "FAIL") << endl;
    cout.unsetf(ios::fixed);
    cout << setprecision(6) << x[1] << " " << x[2] * 1e9 << " " << showpos << 3.5 << noshowpos << endl;
    cudaFree(dA); cudaFree(db); cudaFree(dp);
}
