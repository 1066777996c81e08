// One buffer for all host threads, under a mutex, within which each waits for its stream.
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>
#include <cuda_runtime.h>
__global__ void step(int *x, int n) { int i = threadIdx.x; if (i < n) x[i] = x[i] + i; }
int main() {
    const int n = 64;
    int *x;
    cudaMalloc(&x, n * sizeof(int));
    cudaMemset(x, 0, n * sizeof(int));
    cudaDeviceSynchronize();
    std::mutex m;
    std::vector<std::thread> pool;
    for (int w = 0; w < 4; w++)
        pool.emplace_back([&] {
            cudaStream_t s;
            cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
            {
                std::lock_guard<std::mutex> guard(m);
                step<<<1, n, 0, s>>>(x, n);
                cudaStreamSynchronize(s);
            }
            cudaStreamDestroy(s);
        });
    for (auto &t : pool) t.join();
    int h[n];
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[63]);
    cudaFree(x);
}
