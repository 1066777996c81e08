// <cuda/...> on both sides: atomics, barriers, latches and semaphores of host threads and of kernels.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/barrier>
#include <cuda/std/latch>
#include <cuda/std/semaphore>
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cooperative_groups.h>
#include <thread>
#include <vector>
#include <cstdio>
__device__ cuda::atomic<int, cuda::thread_scope_device> counter{0};
__managed__ cuda::atomic<unsigned int, cuda::thread_scope_system> total(5);
__global__ void k(cuda::std::array<int, 3> a, cuda::std::tuple<int, float> t) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> c;
    if (threadIdx.x == 0) c.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    c.fetch_add(a[threadIdx.x % 3], cuda::memory_order_relaxed);
    counter++;
    total += 2;
    __syncthreads();
    if (threadIdx.x == 0) printf("%d %d %g\n", c.load(), cuda::std::get<0>(t), cuda::std::get<1>(t));
    auto &[x, y] = t;
    x += 3;
    if (threadIdx.x == 1) printf("%d %d\n", cuda::std::get<0>(t), counter.load() > 0);
}
__device__ void compute(float *data, int i) { data[i] *= 2; }
__global__ void simple_sync(int iterations, float *data) {
    auto block = cooperative_groups::this_thread_block();
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    for (int i = 0; i < iterations; ++i) {
        auto token = bar.arrive();
        compute(data, threadIdx.x);
        bar.wait(std::move(token));
    }
}
int main() {
    k<<<1, 32>>>({1, 2, 3}, cuda::std::make_tuple(4, 0.5f));
    cudaDeviceSynchronize();
    printf("%u\n", total.load());
    float *d; cudaMallocManaged(&d, 128); for (int i = 0; i < 32; i++) d[i] = i;
    simple_sync<<<1, 32>>>(3, d);
    cudaDeviceSynchronize();
    printf("%g\n", d[31]);
    cuda::barrier<cuda::thread_scope_system> b(4);
    cuda::std::atomic<int> sum(0);
    cuda::std::latch l(4);
    cuda::std::counting_semaphore<> s(1);
    int plain = 0;
    std::vector<std::thread> ts;
    for (int i = 0; i < 4; i++) ts.emplace_back([&, i] {
        sum += i; b.arrive_and_wait(); if (i == 2) printf("sum %d\n", (int)sum); b.arrive_and_wait();
        s.acquire(); plain += i; s.release(); l.arrive_and_wait(); });
    for (auto &t : ts) t.join();
    printf("%d\n", plain);
    cuda::std::barrier<> solo(1); solo.arrive_and_wait();
    cuda::std::atomic_flag f{}; printf("%d %d\n", f.test_and_set(), f.test_and_set());
    int v = 3; cuda::std::atomic_ref<int> r(v); r |= 4; printf("%d\n", v);
}
