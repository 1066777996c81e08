// A barrier of `cuda::barrier` counts more threads than arrive.
#include <cuda/barrier>
#include <cstdio>
__global__ void k(int *out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0) init(&bar, 128);
    __syncthreads();
    if (threadIdx.x < 64) bar.arrive_and_wait(); //~ ERROR[R0401] spins in a loop | a phase of a `cuda::barrier` ends when as many threads have arrived as `init(&bar, count)` was given
    out[threadIdx.x] = 1;
}
int main() {
    int *out;
    cudaMalloc(&out, 1024);
    k<<<1, 128>>>(out);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
