#include <iostream>
#include <vector>
#include <numeric>
#include <iomanip>
#include <cstdlib>

static void check(cudaError_t e, const char *file, int line)
{
    if (e != cudaSuccess) { std::cerr << file << ":" << line << " " << cudaGetErrorName(e) << std::endl; std::exit(1); }
}
#define CK(x) check((x), __FILE__, __LINE__)

// Hillis-Steele, double buffered, inclusive
template <typename T>
__global__ void hillis_steele(const T *in, T *out, int n)
{
    extern __shared__ unsigned char raw[];
    T *temp = reinterpret_cast<T *>(raw);
    int t = threadIdx.x, pout = 0, pin = 1;
    temp[t] = t < n ? in[t] : T(0);
    __syncthreads();
    for (int offset = 1; offset < blockDim.x; offset <<= 1) {
        pout = 1 - pout;
        pin = 1 - pout;
        if (t >= offset) temp[pout * blockDim.x + t] = temp[pin * blockDim.x + t] + temp[pin * blockDim.x + t - offset];
        else temp[pout * blockDim.x + t] = temp[pin * blockDim.x + t];
        __syncthreads();
    }
    if (t < n) out[t] = temp[pout * blockDim.x + t];
}

// Blelloch with bank-conflict padding, exclusive
#define LOG_BANKS 5
#define PAD(i) ((i) + ((i) >> LOG_BANKS))
__global__ void blelloch(const int *in, int *out, int *sums, int n)
{
    __shared__ int s[PAD(512) + 1];
    const int tid = threadIdx.x, base = blockIdx.x * 512;
    int offset = 1;
    s[PAD(2 * tid)] = base + 2 * tid < n ? in[base + 2 * tid] : 0;
    s[PAD(2 * tid + 1)] = base + 2 * tid + 1 < n ? in[base + 2 * tid + 1] : 0;
    for (int d = 512 >> 1; d > 0; d >>= 1, offset *= 2) {
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1, bi = offset * (2 * tid + 2) - 1;
            s[PAD(bi)] += s[PAD(ai)];
        }
    }
    if (tid == 0) { sums[blockIdx.x] = s[PAD(511)]; s[PAD(511)] = 0; }
    for (int d = 1; d < 512; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int ai = offset * (2 * tid + 1) - 1, bi = offset * (2 * tid + 2) - 1;
            int t = s[PAD(ai)];
            s[PAD(ai)] = s[PAD(bi)];
            s[PAD(bi)] += t;
        }
    }
    __syncthreads();
    if (base + 2 * tid < n) out[base + 2 * tid] = s[PAD(2 * tid)];
    if (base + 2 * tid + 1 < n) out[base + 2 * tid + 1] = s[PAD(2 * tid + 1)];
}
__global__ void add_sums(int *out, const int *sums, int n)
{
    for (int i = threadIdx.x; i < 512 && blockIdx.x * 512 + i < n; i += blockDim.x) out[blockIdx.x * 512 + i] += sums[blockIdx.x];
}

int main()
{
    const int n = 5000;
    std::vector<int> v(n), got(n), want(n);
    unsigned state = 12345u;
    for (auto &x : v) { state = state * 1664525u + 1013904223u; x = static_cast<int>(state >> 24) - 100; }
    std::partial_sum(v.begin(), v.end() - 1, want.begin() + 1);
    want[0] = 0;
    int *din, *dout, *dsums, *dtotal;
    const int blocks = (n + 511) / 512;
    CK(cudaMalloc(&din, n * sizeof(int)));
    CK(cudaMalloc(&dout, n * sizeof(int)));
    CK(cudaMalloc(&dsums, blocks * sizeof(int)));
    CK(cudaMalloc(&dtotal, sizeof(int)));
    CK(cudaMemcpy(din, v.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    blelloch<<<blocks, 256>>>(din, dout, dsums, n);
    blelloch<<<1, 256>>>(dsums, dsums, dtotal, blocks);
    add_sums<<<blocks, 128>>>(dout, dsums, n);
    CK(cudaMemcpy(got.data(), dout, n * sizeof(int), cudaMemcpyDeviceToHost));
    std::cout << "exclusive: " << (got == want ? "PASS" : "FAIL") << '\n';
    for (int i = 0; i < n; i += 617) std::cout << std::setw(5) << i << std::setw(9) << got[i] << '\n';

    const int m = 200;
    std::vector<float> f(m), fo(m);
    for (int i = 0; i < m; ++i) f[i] = 1.0f / (i + 1);
    float *a, *b;
    CK(cudaMalloc(&a, m * sizeof(float)));
    CK(cudaMalloc(&b, m * sizeof(float)));
    CK(cudaMemcpy(a, f.data(), m * sizeof(float), cudaMemcpyHostToDevice));
    hillis_steele<float><<<1, 256, 2 * 256 * sizeof(float)>>>(a, b, m);
    CK(cudaMemcpy(fo.data(), b, m * sizeof(float), cudaMemcpyDeviceToHost));
    std::cout << std::fixed << std::setprecision(7) << "harmonic: " << fo[0] << ' ' << fo[1] << ' ' << fo[99] << ' ' << fo[199] << std::endl;
    for (void *p : {(void *)din, (void *)dout, (void *)dsums, (void *)dtotal, (void *)a, (void *)b}) CK(cudaFree(p));
}
