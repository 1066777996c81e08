// Who adds to a volatile counter alone, in turn, under a lock, or behind a barrier, undoes nothing.
//@ stdout: 5 4 12 2
#include <cstdio>
__device__ volatile int ticks, turn, guarded, shared_out;
__device__ int lock;
__global__ void one_counts(int *seen)
{
    if (blockIdx.x == 0)
        for (int i = 0; i < 5; i++) ticks++;
    else
        while (ticks < 5) {}
    if (blockIdx.x == 1) *seen = ticks;
}
__global__ void in_turn()
{
    while (turn != blockIdx.x) {}
    turn = turn + 1;
}
__global__ void under_a_lock()
{
    if (threadIdx.x == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        __threadfence();
        guarded = guarded + 1;
        __threadfence();
        atomicExch(&lock, 0);
    }
}
__global__ void behind_a_barrier()
{
    __shared__ volatile int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (threadIdx.x == 0) count++;
    __syncthreads();
    if (threadIdx.x == 32) count++;
    __syncthreads();
    if (threadIdx.x == 0) shared_out = count;
}
__global__ void show(int *out)
{
    out[1] = turn, out[2] = guarded, out[3] = shared_out;
}
int main()
{
    int *out, h[4];
    cudaMalloc(&out, sizeof h);
    one_counts<<<3, 1>>>(out);
    in_turn<<<4, 1>>>();
    under_a_lock<<<12, 32>>>();
    behind_a_barrier<<<1, 64>>>();
    show<<<1, 1>>>(out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
    cudaFree(out);
}
