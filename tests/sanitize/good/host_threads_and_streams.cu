// Host threads with streams of their own, which they wait for; a mutex and `join` order the rest.
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>
#include <cuda_runtime.h>
__global__ void fill(int *x, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = v + i; }
__global__ void sum(const int *x, int n, int *out) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(out, x[i]); }
int main() {
    const int n = 256, workers = 3;
    int *x, *out;
    cudaMalloc(&x, workers * n * sizeof(int));
    cudaMalloc(&out, sizeof(int));
    cudaMemset(out, 0, sizeof(int));
    std::mutex m;
    int total = 0;
    std::vector<std::thread> pool;
    for (int w = 0; w < workers; w++)
        pool.emplace_back([=, &m, &total] {
            cudaStream_t s;
            cudaStreamCreate(&s);
            fill<<<2, 128, 0, s>>>(x + w * n, n, w);
            cudaStreamSynchronize(s);
            std::lock_guard<std::mutex> guard(m);
            sum<<<2, 128, 0, s>>>(x, 0, out);
            total += w;
            cudaStreamSynchronize(s);
            cudaStreamDestroy(s);
        });
    for (auto &t : pool) t.join();
    sum<<<(workers * n + 127) / 128, 128>>>(x, workers * n, out);
    int h;
    cudaMemcpy(&h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h, total);
    cudaFree(x); cudaFree(out);
}
