// What is advised follows from what the accesses do: blocks that write the same elements, an order that is too weak, a counter that is
// set up without a barrier, a barrier at which nobody waits.
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
__device__ cuda::atomic<int, cuda::thread_scope_device> flag, lock;
__device__ cuda::atomic<int, cuda::thread_scope_block> narrow;
__device__ int data, sum;
__global__ void without_the_block(const int *in, int *out)
{
    out[threadIdx.x] = in[threadIdx.x] + blockIdx.x; //~ ERROR[R0307] `out[0]` | let each block write elements of its own
}
__global__ void all_set_one(int *out)
{
    if (threadIdx.x == 0) *out = 1; //~ ERROR[R0307] writes it | let one thread write it
}
__global__ void relaxed(const int *in, int *out)
{
    if (blockIdx.x == 0) {
        data = in[9];
        flag.store(1, cuda::memory_order_relaxed);
    } else {
        while (flag.load(cuda::memory_order_acquire) == 0) {}
        *out = data; //~ ERROR[R0702] `data` | `cuda::memory_order_release` where the flag is set: `cuda::memory_order_acquire` where it is read does not do alone
    }
}
__global__ void of_the_block()
{
    narrow.fetch_add(1, cuda::memory_order_relaxed); //~ ERROR[R0307] `narrow` | `cuda::thread_scope_device` in place of
}
__global__ void locked(const int *in)
{
    while (lock.exchange(1, cuda::memory_order_relaxed) == 1) {}
    sum = sum + in[blockIdx.x]; //~ ERROR[R0702] takes the lock, but perhaps does not see yet what was done under it: `sum` | use `cuda::memory_order_acquire` where it is taken
    lock.store(0, cuda::memory_order_release);
}
__global__ void counts(const int *in, int *out)
{
    __shared__ int n;
    if (threadIdx.x == 0) n = 0;
    if (in[threadIdx.x] % 3 == 0) atomicAdd(&n, 1); //~ ERROR[R0301] `n` | add `__syncthreads();` after line 40
    __syncthreads();
    out[threadIdx.x] = n;
}
__global__ void arrives(const int *in, int *out)
{
    __shared__ int handed;
    __shared__ cuda::barrier<cuda::thread_scope_block> full;
    if (threadIdx.x == 0) init(&full, 64);
    __syncthreads();
    if (threadIdx.x == 0) handed = in[5];
    (void)full.arrive();
    if (threadIdx.x == 32) out[0] = handed; //~ ERROR[R0301] `handed`, thread (32,0,0) reads it
}
int main()
{
    int *in, *out, h[256];
    for (int i = 0; i < 256; i++)
        h[i] = i;
    cudaMalloc(&in, sizeof h), cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof h);
    without_the_block<<<4, 64>>>(in, out);
    all_set_one<<<4, 32>>>(out);
    relaxed<<<2, 1>>>(in, out);
    of_the_block<<<4, 1>>>();
    locked<<<4, 1>>>(in);
    counts<<<1, 128>>>(in, out);
    arrives<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[0]);
    cudaFree(in), cudaFree(out);
}
