#include <cstdio>
#include <cstdlib>
#include <vector>
#include <iostream>
#include <cmath>
#include <chrono>
#include <algorithm>
#include <numeric>
#include <string>
#include <iomanip>
#define CUDA_CHECK(call) do { cudaError_t err_ = (call); if (err_ != cudaSuccess) { fprintf(stderr, "CUDA error %s at %s:%d\n", cudaGetErrorString(err_), __FILE__, __LINE__); std::exit(EXIT_FAILURE); } } while (0)
template <typename T> __global__ void saxpy(int n, T a, const T* __restrict__ x, T* __restrict__ y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}
template <typename T, int BLOCK> __global__ void reduceSum(const T* in, T* out, int n) {
    __shared__ T s[BLOCK];
    int t = threadIdx.x;
    T v = T(0);
    for (int i = blockIdx.x * BLOCK + t; i < n; i += BLOCK * gridDim.x) v += in[i];
    s[t] = v;
    __syncthreads();
#pragma unroll
    for (int o = BLOCK / 2; o > 0; o >>= 1) {
        if (t < o) s[t] += s[t + o];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
struct DeviceBuffer {
    float* p = nullptr;
    size_t n;
    explicit DeviceBuffer(size_t n) : n(n) { CUDA_CHECK(cudaMalloc(&p, n * sizeof(float))); }
    ~DeviceBuffer() { cudaFree(p); }
    DeviceBuffer(const DeviceBuffer&) = delete;
    DeviceBuffer& operator=(const DeviceBuffer&) = delete;
    void upload(const std::vector<float>& h) {
        CUDA_CHECK(cudaMemcpy(p, h.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    }
    std::vector<float> download() const {
        std::vector<float> h(n);
        CUDA_CHECK(cudaMemcpy(h.data(), p, n * sizeof(float), cudaMemcpyDeviceToHost));
        return h;
    }
    operator float*() { return p; }
};
int main(int argc, char** argv) {
    const int n = argc > 1 ? std::atoi(argv[1]) : 10000;
    std::vector<float> x(n), y(n, 2.0f);
    std::iota(x.begin(), x.end(), 0.0f);
    std::transform(x.begin(), x.end(), x.begin(), [](float v) { return std::fmod(v, 7.0f); });
    DeviceBuffer dx(n), dy(n), partial(32);
    dx.upload(x);
    dy.upload(y);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    dim3 block(256);
    dim3 grid((n + block.x - 1) / block.x);
    saxpy<float><<<grid, block>>>(n, 3.0f, dx, dy);
    CUDA_CHECK(cudaGetLastError());
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);
    if (ms < 0) printf("bad time\n");
    auto r = dy.download();
    double maxErr = 0;
    for (int i = 0; i < n; i++) maxErr = std::max(maxErr, (double)std::abs(r[i] - (3.0f * x[i] + 2.0f)));
    std::cout << "max error: " << maxErr << std::endl;
    reduceSum<float, 128><<<32, 128>>>(dy.p, partial.p, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    auto parts = partial.download();
    std::cout << std::fixed << std::setprecision(2) << "sum " << std::accumulate(parts.begin(), parts.end(), 0.0) << " expected " << std::accumulate(r.begin(), r.end(), 0.0) << std::endl;
    cudaDeviceProp prop;
    CUDA_CHECK(cudaGetDeviceProperties(&prop, 0));
    std::cout << std::string(prop.name).empty() << " " << prop.warpSize << std::endl;
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return maxErr < 1e-5 ? 0 : 1;
}
