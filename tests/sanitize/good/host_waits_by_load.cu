// The host waits for what a kernel stores, which waits for the host: a round of the loop has eight calls and jumps.
//@ stdout: 10
#include <cstdio>
#include <cuda/atomic>
typedef cuda::atomic<int, cuda::thread_scope_system> Flag;
__global__ void answer(Flag *flags) {
    while (flags[0].load() != 1) {}
    flags[1].store(10);
}
int main() {
    Flag *flags;
    cudaMallocManaged(&flags, 2 * sizeof(Flag));
    flags[0].store(0), flags[1].store(0);
    answer<<<1, 1>>>(flags);
    flags[0].store(1);
    while (flags[1].load() != 10) {}
    cudaDeviceSynchronize();
    printf("%d\n", flags[1].load());
}
