#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
// batched y = A x, template over vector width, grid.z batches, int8 with dp4a, and a host functor reference
template <typename T> struct VecOf;
template <> struct VecOf<float> { using type = float4; enum { width = 4 }; };
template <> struct VecOf<double> { using type = double2; enum { width = 2 }; };
__device__ float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__device__ double dot(double2 a, double2 b) { return a.x * b.x + a.y * b.y; }
template <typename T, int ROWS>
__global__ void gemv(const T *__restrict__ A, const T *__restrict__ x, T *__restrict__ y, int rows, int cols)
{
    typedef typename VecOf<T>::type V;
    const int row = blockIdx.x * ROWS + threadIdx.y, batch = blockIdx.z, vec = cols / VecOf<T>::width;
    if (row >= rows) return;
    const V *a = reinterpret_cast<const V *>(A + ((size_t)batch * rows + row) * cols), *b = reinterpret_cast<const V *>(x + (size_t)batch * cols);
    T s = 0;
    for (int i = threadIdx.x; i < vec; i += warpSize) s += dot(__ldg(a + i), __ldg(b + i));
#pragma unroll
    for (int m = 16; m >= 1; m >>= 1) s += __shfl_xor_sync(0xffffffff, s, m);
    if (threadIdx.x == 0) y[batch * rows + row] = s;
}
__global__ void gemv_s8(const char4 *A, const char4 *x, int *y, int rows, int vec)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, acc = 0;
    if (row >= rows) return;
    for (int i = 0; i < vec; i++) acc = __dp4a(*(const int *)&A[row * vec + i], *(const int *)&x[i], acc);
    y[row] = acc;
}
template <typename T> void test(const char *name)
{
    const int rows = 37, cols = 72, batches = 3;
    std::vector<T> A(rows * cols * batches), x(cols * batches), y(rows * batches);
    for (size_t i = 0; i < A.size(); i++) A[i] = T((int)(i * 31 % 200) - 100) / T(64);
    for (size_t i = 0; i < x.size(); i++) x[i] = T(std::sin(0.1 * i));
    T *dA, *dx, *dy;
    cudaMalloc(&dA, A.size() * sizeof(T)); cudaMalloc(&dx, x.size() * sizeof(T)); cudaMalloc(&dy, y.size() * sizeof(T));
    cudaMemcpy(dA, A.data(), A.size() * sizeof(T), cudaMemcpyHostToDevice); cudaMemcpy(dx, x.data(), x.size() * sizeof(T), cudaMemcpyHostToDevice);
    gemv<T, 4><<<dim3((rows + 3) / 4, 1, batches), dim3(32, 4)>>>(dA, dx, dy, rows, cols);
    cudaMemcpy(y.data(), dy, y.size() * sizeof(T), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int b = 0; b < batches; b++) for (int r = 0; r < rows; r++) {
        double s = 0;
        for (int c = 0; c < cols; c++) s += (double)A[(b * rows + r) * cols + c] * x[b * cols + c];
        double e = std::fabs(s - y[b * rows + r]);
        if (e > worst) worst = e;
    }
    printf("%s %s %.10g %.10g %.10g\n", name, worst < (sizeof(T) == 4 ? 1e-4 : 1e-12) ? "PASS" : "FAIL", (double)y[0], (double)y[50], (double)y[110]);
    cudaFree(dA); cudaFree(dx); cudaFree(dy);
}
int main()
{
    test<float>("float"); test<double>("double");
    const int rows = 20, vec = 8;
    char4 A[rows * vec], x[vec], *dA, *dx; int y[rows], *dy, bad = 0;
    for (int i = 0; i < rows * vec; i++) A[i] = make_char4(i % 127, -(i % 100), i * 3, i * 7);
    for (int i = 0; i < vec; i++) x[i] = make_char4(-i, i * 2, 5, -128 + i);
    cudaMalloc(&dA, sizeof A); cudaMalloc(&dx, sizeof x); cudaMalloc(&dy, sizeof y);
    cudaMemcpy(dA, A, sizeof A, cudaMemcpyHostToDevice); cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
    gemv_s8<<<1, 32>>>(dA, dx, dy, rows, vec);
    cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
    for (int r = 0; r < rows; r++) { int s = 0; for (int i = 0; i < vec; i++) { char4 a = A[r * vec + i], b = x[i]; s += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; } bad += s != y[r]; }
    printf("int8 %s %d %d\n", bad ? "FAIL" : "PASS", y[0], y[19]);
}
