// Lanes that one mask names execute different operations: they cannot meet on any device. One mistake, one report.
#include <cstdio>
__global__ void votes(int *c)
{
    unsigned v;
    if (threadIdx.x < 16) v = __ballot_sync(0xffffffff, true); //~ ERROR[R0202] __ballot_sync | lanes 16-31
    else v = __any_sync(0xffffffff, true); //~ NOTE lanes 16-31 of warp 0 wait here
    c[threadIdx.x] = v;
}
__global__ void shuffles(int *c)
{
    int v;
    if (threadIdx.x & 1) v = __shfl_up_sync(0xffffffff, threadIdx.x, 2); //~ ERROR[R0202] __shfl_up_sync
    else v = __shfl_down_sync(0xffffffff, threadIdx.x, 2); //~ NOTE wait here
    c[threadIdx.x] = v;
}
__global__ void sync_and_vote(int *c)
{
    int v = 0;
    if (threadIdx.x < 8) __syncwarp(); //~ ERROR[R0202] __syncwarp
    else if (threadIdx.x < 16) v = __all_sync(0xffffffff, true); //~ NOTE lanes 8-15 of warp 0 wait here
    else __syncwarp(); //~ NOTE lanes 16-31 of warp 0 wait here
    c[threadIdx.x] = v;
}
int main()
{
    int *d, h[32];
    cudaMalloc(&d, sizeof h);
    votes<<<1, 32>>>(d);
    shuffles<<<1, 32>>>(d);
    sync_and_vote<<<1, 32>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
}
