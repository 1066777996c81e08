// Two halves in two streams, then a sum on the default non blocking stream: only one of them is waited for.
#include <cstdio>
#include <array>
__global__ void fill(double *d, int from, int to, double v) { int i = from + blockIdx.x * blockDim.x + threadIdx.x; if (i < to) d[i] = v; }
__global__ void total(const double *d, int n, double *out) { double s = 0; for (int i = 0; i < n; ++i) s += d[i]; *out = s; } //~ ERROR[R0303] nothing orders the two | waits for another stream than that of `fill
int main()
{
    const int n = 512;
    double *d, *sum, result = 0;
    cudaMalloc(&d, n * sizeof(double));
    cudaMalloc(&sum, sizeof(double));
    std::array<cudaStream_t, 3> s;
    for (auto &one : s) cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    fill<<<1, n / 2, 0, s[0]>>>(d, 0, n / 2, 1.0);
    fill<<<1, n / 2, 0, s[1]>>>(d, n / 2, n, 2.0);
    cudaStreamSynchronize(s[0]);
    total<<<1, 1, 0, s[2]>>>(d, n, sum);
    cudaMemcpyAsync(&result, sum, sizeof result, cudaMemcpyDeviceToHost, s[2]);
    cudaStreamSynchronize(s[2]);
    printf("%g\n", result);
    for (auto one : s) cudaStreamDestroy(one);
    cudaFree(d);
    cudaFree(sum);
}
