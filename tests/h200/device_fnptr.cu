#include <stdio.h>
#include <stdlib.h>
// function pointers on the device, tables, callbacks through cudaMemcpyFromSymbol; NVIDIA sample FunctionPointers style
typedef float (*unary_t)(float);
typedef int (*binary_t)(int, int);
__device__ float square(float x) { return x * x; }
__device__ float recip(float x) { return 1.0f / x; }
__device__ float clampf(float x) { return fminf(fmaxf(x, -1.0f), 1.0f); }
__device__ unary_t table[3] = { square, recip, clampf };
__device__ int gcd_(int a, int b) { return b ? gcd_(b, a % b) : a; }
__device__ int ipow(int a, int b) { int r = 1; while (b) { if (b & 1) r *= a; a *= a; b >>= 1; } return r; }
__device__ binary_t p_gcd = gcd_;
__device__ binary_t p_pow = ipow;
template <typename T> __device__ T twice(T (*f)(T), T x) { return f(f(x)); }
__global__ void apply(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[i % 3](in[i]) + twice(table[(i + 1) % 3], in[i]);
}
__global__ void fold(binary_t op, const int *a, const int *b, int *c, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) c[i] = (*op)(a[i], b[i]);
}
static int host_gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
static int host_pow(int a, int b) { unsigned r = 1; for (int i = 0; i < b; i++) r *= (unsigned)a; return (int)r; }
int main(int argc, char **argv)
{
    const int n = 90;
    float hin[n], hout[n], *di, *dout;
    for (int i = 0; i < n; i++) hin[i] = (i - 44.5f) * 0.13f;
    cudaMalloc(&di, sizeof hin); cudaMalloc(&dout, sizeof hout);
    cudaMemcpy(di, hin, sizeof hin, cudaMemcpyHostToDevice);
    apply<<<3, 32>>>(di, dout, n);
    cudaMemcpy(hout, dout, sizeof hout, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 10) printf("%2d %.6f -> %.7f\n", i, hin[i], hout[i]);
    int *a, *b, *c;
    cudaMallocManaged(&a, n * sizeof(int)); cudaMallocManaged(&b, n * sizeof(int)); cudaMallocManaged(&c, n * sizeof(int));
    for (int i = 0; i < n; i++) { a[i] = i * 12 + 6; b[i] = 3 + i % 15; }
    binary_t ops[2];
    cudaMemcpyFromSymbol(&ops[0], p_gcd, sizeof(binary_t));
    cudaMemcpyFromSymbol(&ops[1], p_pow, sizeof(binary_t));
    int (*refs[])(int, int) = { host_gcd, host_pow };
    for (int k = 0; k < 2; k++) {
        fold<<<1, 64>>>(ops[k], a, b, c, n);
        cudaDeviceSynchronize();
        int bad = 0;
        for (int i = 0; i < n; i++) bad += c[i] != refs[k](a[i], b[i]);
        printf("op %d: %s %d %d %d\n", k, bad ? "FAIL" : "PASS", c[0], c[20], c[89]);
    }
    cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(di); cudaFree(dout);
    return 0;
}
